import { createHash } from "node:crypto";

/**
 * GCRA (ITU-T I.371, Annex A) as the continuous-state leaky bucket, for several quotas at once: one call is taken from
 * all of them or from none. A call costs `window` and `limit` is paid back every millisecond, so all numbers are whole
 * and exact as long as `limit * window` is a safe integer. The time is that of the Redis server.
 *
 * KEYS: one key per quota, each holding `"<debt> <time of that debt in ms>"`.
 * ARGV: limit and window in ms of each quota, in the order of the keys.
 * Returns `{1 if allowed else 0, debt of each quota after the call}`.
 *
 * Numbers are written with `%.0f`, because Lua's own conversion keeps only 14 digits. A debt is stored again when the
 * clock of the server was set back, so that no key waits for a time that is far ahead. A key expires a second after its
 * debt is paid back: Redis computes expiry from a slightly earlier reading of the clock than `TIME` returns.
 */
export const GCRA_SCRIPT = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local allowed = 1
local debts, stale = {}, {}
for index, key in ipairs(KEYS) do
  local limit, window = tonumber(ARGV[2 * index - 1]), tonumber(ARGV[2 * index])
  local debt, at = 0, now
  local stored = redis.call('GET', key)
  if stored then
    local first, second = string.match(stored, '^(%d+) (%d+)$')
    debt, at = tonumber(first), tonumber(second)
  end
  stale[index] = at > now
  debts[index] = math.max(0, math.min(debt, limit * window) - math.max(0, now - at) * limit)
  if debts[index] + window > limit * window then allowed = 0 end
end
local result = { allowed }
for index, key in ipairs(KEYS) do
  local limit, window = tonumber(ARGV[2 * index - 1]), tonumber(ARGV[2 * index])
  if allowed == 1 then debts[index] = debts[index] + window end
  if allowed == 1 or stale[index] then
    local expiry = math.ceil(debts[index] / limit) + 1000
    redis.call('SET', key, string.format('%.0f %.0f', debts[index], now), 'PX', string.format('%.0f', expiry))
  end
  result[index + 1] = debts[index]
end
return result
`;

/** The digest by which Redis knows the script (EVALSHA). */
export const GCRA_SCRIPT_SHA1 = createHash("sha1").update(GCRA_SCRIPT).digest("hex");

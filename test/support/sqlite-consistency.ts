import { queryRows } from "./sqlite-file.js";

/** Inconsistencies that the store must never contain, each with the query that finds it. */
const FAULT_QUERIES: Readonly<Record<string, string>> = {
  "a conversation without its transcript": `
    SELECT id FROM conversations c
    WHERE NOT EXISTS (SELECT 1 FROM transcript_chunks t WHERE t.conversation = c.key AND t.first_segment = 0)`,
  "a live transcript that is longer or shorter than is known, or has a gap": `
    SELECT id FROM conversations c
    WHERE state ->> '$.state.live.segments' <>
      (SELECT total(json_array_length(segments, '$.state')) FROM transcript_chunks t WHERE t.conversation = c.key)
    UNION ALL
    SELECT conversation FROM (
      SELECT conversation, first_segment, lead(first_segment) OVER (PARTITION BY conversation ORDER BY first_segment) next,
        json_array_length(segments, '$.state') AS length FROM transcript_chunks WHERE json_valid(segments))
    WHERE next <> first_segment + length`,
  "a transcript of no conversation": `
    SELECT key AS id FROM transcript_chunks t
    WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.key = t.conversation)`,
  "an action item of no conversation": `
    SELECT id FROM action_items a
    WHERE conversation_id IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM conversations c WHERE c.user_id = a.user_id AND c.id = a.conversation_id)`,
  "a memory without a row for each of its sources, or with one too many": `
    SELECT id FROM memories m
    WHERE json_array_length(state, '$.state.sources') <>
      (SELECT count(*) FROM memory_sources s
        WHERE s.memory = m.key AND s.user_id = m.user_id
          AND s.conversation_id IN (SELECT value ->> 'conversationId' FROM json_each(m.state, '$.state.sources')))
    UNION ALL
    SELECT memory FROM memory_sources s WHERE NOT EXISTS (SELECT 1 FROM memories m WHERE m.key = s.memory)`,
  "a memory of a missing conversation": `
    SELECT memory AS id FROM memory_sources s
    WHERE NOT EXISTS (SELECT 1 FROM conversations c WHERE c.user_id = s.user_id AND c.id = s.conversation_id)`,
  "a present memory that is recorded as removed": `
    SELECT id FROM memories JOIN memory_removals USING (user_id, id)`,
  "a present conversation that is recorded as removed": `
    SELECT id FROM conversations JOIN conversation_removals USING (user_id, id)`,
  "a listed conversation that is not in the change feed": `
    SELECT id FROM conversations WHERE listed = 1 AND revision = 0`,
  "a deleted conversation that is still there": `
    SELECT id FROM conversations JOIN tombstones USING (user_id, id) WHERE kind = 'conversation'`,
  "a deleted action item that is still there": `
    SELECT id FROM action_items JOIN tombstones USING (user_id, id) WHERE kind = 'action_item'`,
  "an object that no answer shows": `
    SELECT object_id AS id FROM shown_objects s
    WHERE NOT EXISTS (
      SELECT 1 FROM keyed_calls k, json_each(k.state, '$.state.shows') shown
      WHERE k.key = s.call AND k.user_id = s.user_id AND shown.value = s.object_id)`,
  "an answer that shows what was deleted": `
    SELECT object_id AS id FROM shown_objects JOIN deleted_objects USING (user_id, object_id)
    JOIN keyed_calls ON key = call
    WHERE number > begun_after AND state ->> '$.state.answer' IS NOT NULL`,
  "a deleted memory that is still there": `
    SELECT id FROM memories JOIN tombstones USING (user_id, id) WHERE kind = 'memory'`,
  "a listed conversation that has never been processed": `
    SELECT id FROM conversations WHERE listed = 1 AND due_at IS NOT NULL AND state ->> '$.state.summary' IS NULL`,
};

/** The names of all detectable faults. */
export const SQLITE_FAULT_NAMES: readonly string[] = Object.keys(FAULT_QUERIES);

/** Checks the SQLite file of a data directory, which may be in use. @returns a description of each fault. */
export function findSqliteFaults(directory: string): string[] {
  const integrityProblems = queryRows(directory, "PRAGMA integrity_check").map(({ integrity_check }) =>
    String(integrity_check),
  );
  const faults = Object.entries(FAULT_QUERIES).flatMap(([fault, sql]) =>
    queryRows(directory, sql).map(({ id }) => `${fault}: ${String(id)}`),
  );
  return [...integrityProblems.filter((line) => line !== "ok"), ...faults];
}

/** Counts the conversations that are still to be processed or deleted, without live sessions, whose end is unknown. */
export function countUnprocessed(directory: string): number {
  const [row] = queryRows(
    directory,
    `
    SELECT count(*) AS count FROM conversations WHERE due_at IS NOT NULL AND status <> 'in_progress'`,
  );
  return Number(row?.["count"]);
}

import { expect } from "chai";
import { PinoEventLog, type LogLevel } from "../../../src/adapters/system/index.js";

function logged(level: LogLevel, write: (log: PinoEventLog) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  write(new PinoEventLog({ level, stream: { write: (line) => void lines.push(line) } }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe("The event log", () => {
  it("writes an event with its fields, level and time as one JSON line", () => {
    const [line] = logged("info", (log) => log.warn("webhook.failed", { app: "a1", attempt: 2 }));
    expect(line).to.include({ level: "warn", event: "webhook.failed", app: "a1", attempt: 2 });
    expect(line?.time).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(line).to.have.all.keys("level", "time", "event", "app", "attempt");
  });

  it("omits events below its level", () => {
    const all = (log: PinoEventLog): void => {
      log.info("one");
      log.warn("two");
      log.error("three");
    };
    const events = (level: LogLevel) => logged(level, all).map(({ event }) => event);
    expect(events("debug")).to.deep.equal(["one", "two", "three"]);
    expect(events("warn")).to.deep.equal(["two", "three"]);
    expect(events("silent")).to.deep.equal([]);
  });

  it("writes the type and message of an error", () => {
    const [line] = logged("info", (log) => log.error("conversation.failed", { error: new TypeError("no such thing") }));
    expect(line?.error).to.include({ type: "TypeError", message: "no such thing" });
  });

  it("does not let a field override the event name", () => {
    const [line] = logged("info", (log) => log.info("real", { event: "other" }));
    expect(line?.event).to.equal("real");
  });
});

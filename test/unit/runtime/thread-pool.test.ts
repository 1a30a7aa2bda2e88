import { expect } from "chai";
import { ThreadPool, type ThreadPoolOptions } from "../../../src/adapters/runtime/index.js";
import { ProcessingBudgetExceeded } from "../../../src/domain/errors.js";
import { until } from "../../support/waiting.js";

const module = new URL("../../support/thread-tasks.js", import.meta.url);

/** How a task ended: its value or its error. */
const settled = (task: Promise<unknown>): Promise<unknown> => task.catch((error: unknown) => error);

const exceeded = (resource: string): string => new ProcessingBudgetExceeded(resource as "memory").message;

describe("a pool of worker threads", () => {
  let pool: ThreadPool;
  const open = (options: Partial<ThreadPoolOptions> = {}): ThreadPool =>
    (pool = new ThreadPool({ module, ...options }));

  afterEach(() => pool.close());

  it("runs a function of its module with a clone of the input, in another thread", async () => {
    open();
    expect(await pool.run("double", { value: 21 })).to.equal(42);
    expect(await pool.run("ownThread", {})).to.be.greaterThan(0);
  });

  it("rejects with what the function throws, and goes on", async () => {
    open();
    expect(await settled(pool.run("fail", { message: "out of range" })))
      .to.be.an("error")
      .with.property("message", "out of range");
    expect(await pool.run("double", { value: 1 })).to.equal(2);
  });

  it("runs no more tasks at once than it has threads, and the first to come first", async () => {
    open({ maxThreads: 2 });
    const done: number[] = [];
    const tasks = [1, 2, 3, 4, 5, 6].map(async (value) =>
      done.push(((await pool.run("double", { value })) as number) / 2),
    );
    await until(() => pool.threadCount > 0);
    expect(pool.threadCount).to.be.at.most(2);
    await Promise.all(tasks);
    expect(done.toSorted()).to.deep.equal([1, 2, 3, 4, 5, 6]);
    expect(pool.threadCount).to.be.at.most(2);
  });

  it("ends a task that has used up its CPU time, even within a regular expression that never returns", async () => {
    open({ maxThreads: 1, cpuBudgetMs: 100 });
    const [first, second] = await Promise.all([
      settled(pool.run("matchForever", {})),
      pool.run("double", { value: 4 }),
    ]);
    expect(first).to.be.instanceOf(ProcessingBudgetExceeded).with.property("resource", "cpu_time");
    expect(second).to.equal(8);
  });

  it("charges a task with its own CPU time alone: neither waiting nor what its thread did before", async () => {
    open({ maxThreads: 1, cpuBudgetMs: 400 });
    const threads = await Promise.all(Array.from({ length: 4 }, () => pool.run("spin", { cpuMs: 250 })));
    expect(new Set(threads).size).to.equal(1);
  });

  for (const task of ["growMap", "growObjects", "growBuffers"]) {
    it(`ends a task that has used up its memory, and goes on in a new thread: ${task}`, async () => {
      open({ maxThreads: 1, memoryBudgetMb: 48, cpuBudgetMs: 600_000 });
      const [first, second] = await Promise.all([settled(pool.run(task, {})), pool.run("double", { value: 4 })]);
      expect(first).to.be.instanceOf(ProcessingBudgetExceeded).with.property("resource", "memory");
      expect(second).to.equal(8);
    });
  }

  it("says so when V8 ends a thread for its memory before the next check", async () => {
    open({ maxThreads: 1, memoryBudgetMb: 30, checkIntervalMs: 600_000 });
    const error = await settled(pool.run("growObjects", {}));
    expect(error).to.be.an("error").with.property("message", exceeded("memory"));
    expect(await pool.run("double", { value: 4 })).to.equal(8);
  });

  it("leaves the tasks of other threads alone when one is ended", async () => {
    open({ maxThreads: 2, cpuBudgetMs: 100 });
    const flags = new Int32Array(new SharedArrayBuffer(8));
    const other = pool.run("waitFor", { flags });
    await until(() => flags[0] === 1);
    expect(await settled(pool.run("matchForever", {}))).to.be.instanceOf(ProcessingBudgetExceeded);
    Atomics.store(flags, 1, 1);
    Atomics.notify(flags, 1);
    expect(await other).to.be.greaterThan(0);
  });

  it("rejects the task of a thread that ends by itself, and goes on in a new one", async () => {
    open({ maxThreads: 1 });
    const [first, second] = await Promise.all([settled(pool.run("endThread", {})), pool.run("double", { value: 4 })]);
    expect(first).to.be.an("error");
    expect(second).to.equal(8);
  });

  it("rejects when its module cannot be loaded", async () => {
    open({ module: new URL("./absent.js", import.meta.url) });
    expect(await settled(pool.run("double", { value: 1 })))
      .to.be.an("error")
      .with.property("message")
      .that.includes("absent.js");
  });

  it("starts threads for tasks only, and ends idle ones", async () => {
    open({ idleTimeoutMs: 50 });
    expect(pool.threadCount).to.equal(0);
    await pool.run("double", { value: 1 });
    await until(() => pool.threadCount === 0);
    expect(await pool.run("double", { value: 2 })).to.equal(4);
  });

  it("closes immediately: running and waiting tasks reject, all threads end, and new tasks are refused", async () => {
    open({ maxThreads: 1 });
    const flags = new Int32Array(new SharedArrayBuffer(8));
    const tasks = [settled(pool.run("waitFor", { flags })), settled(pool.run("double", { value: 1 }))];
    await until(() => flags[0] === 1);
    await pool.close();
    for (const error of await Promise.all(tasks))
      expect(error).to.be.an("error").with.property("message").that.includes("closed");
    expect(pool.threadCount).to.equal(0);
    expect(await settled(pool.run("double", { value: 1 }))).to.be.an("error");
  });
});

import { expect } from "chai";
import { ThreadPool, type ThreadPoolOptions } from "../../../src/adapters/runtime/index.js";
import { ProcessingBudgetExceededError } from "../../../src/domain/errors.js";
import { waitUntil } from "../../support/eventually.js";

const module = new URL("../../support/thread-tasks.js", import.meta.url);

/** How a task ended: its value or its error. */
const settled = (task: Promise<unknown>): Promise<unknown> => task.catch((error: unknown) => error);

const exceeded = (resource: string): string => new ProcessingBudgetExceededError(resource as "memory").message;

describe("The thread pool", () => {
  let pool: ThreadPool;
  const open = (options: Partial<ThreadPoolOptions> = {}): ThreadPool =>
    (pool = new ThreadPool({ module, ...options }));

  afterEach(() => pool.close());

  it("runs a function of its module with a clone of the input in another thread", async () => {
    open();
    expect(await pool.run("double", { value: 21 })).to.equal(42);
    expect(await pool.run("ownThread", {})).to.be.greaterThan(0);
  });

  it("rejects with the error of the function, and continues", async () => {
    open();
    expect(await settled(pool.run("fail", { message: "out of range" })))
      .to.be.an("error")
      .with.property("message", "out of range");
    expect(await pool.run("double", { value: 1 })).to.equal(2);
  });

  it("limits concurrent tasks to the number of threads", async () => {
    open({ maxThreads: 2 });
    const done: number[] = [];
    const tasks = [1, 2, 3, 4, 5, 6].map(async (value) =>
      done.push(((await pool.run("double", { value })) as number) / 2),
    );
    await waitUntil(() => pool.threadCount > 0);
    expect(pool.threadCount).to.be.at.most(2);
    await Promise.all(tasks);
    expect(done.toSorted()).to.deep.equal([1, 2, 3, 4, 5, 6]);
    expect(pool.threadCount).to.be.at.most(2);
  });

  it("terminates a task that exceeds its CPU time, even within an endless regular expression", async () => {
    open({ maxThreads: 1, cpuBudgetMs: 100 });
    const [first, second] = await Promise.all([
      settled(pool.run("matchForever", {})),
      pool.run("double", { value: 4 }),
    ]);
    expect(first).to.be.instanceOf(ProcessingBudgetExceededError).with.property("resource", "cpu_time");
    expect(second).to.equal(8);
  });

  it("measures only the CPU time of the task itself", async () => {
    open({ maxThreads: 1, cpuBudgetMs: 400 });
    const threads = await Promise.all(Array.from({ length: 4 }, () => pool.run("spin", { cpuMs: 250 })));
    expect(new Set(threads).size).to.equal(1);
  });

  for (const task of ["growMap", "growObjects", "growBuffers"]) {
    it(`terminates a task that exceeds its memory, and continues in a new thread: ${task}`, async () => {
      open({ maxThreads: 1, memoryBudgetMb: 48, cpuBudgetMs: 600_000 });
      const [first, second] = await Promise.all([settled(pool.run(task, {})), pool.run("double", { value: 4 })]);
      expect(first).to.be.instanceOf(ProcessingBudgetExceededError).with.property("resource", "memory");
      expect(second).to.equal(8);
    });
  }

  it("reports the exceeded memory budget when V8 terminates a thread before the next check", async () => {
    open({ maxThreads: 1, memoryBudgetMb: 30, checkIntervalMs: 600_000 });
    const error = await settled(pool.run("growObjects", {}));
    expect(error).to.be.an("error").with.property("message", exceeded("memory"));
    expect(await pool.run("double", { value: 4 })).to.equal(8);
  });

  it("does not affect tasks of other threads when it terminates one", async () => {
    open({ maxThreads: 2, cpuBudgetMs: 100 });
    const flags = new Int32Array(new SharedArrayBuffer(8));
    const other = pool.run("waitFor", { flags });
    await waitUntil(() => flags[0] === 1);
    expect(await settled(pool.run("matchForever", {}))).to.be.instanceOf(ProcessingBudgetExceededError);
    Atomics.store(flags, 1, 1);
    Atomics.notify(flags, 1);
    expect(await other).to.be.greaterThan(0);
  });

  it("rejects the task of a thread that exits, and continues in a new one", async () => {
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

  it("starts threads on demand and stops idle ones", async () => {
    open({ idleTimeoutMs: 50 });
    expect(pool.threadCount).to.equal(0);
    await pool.run("double", { value: 1 });
    await waitUntil(() => pool.threadCount === 0);
    expect(await pool.run("double", { value: 2 })).to.equal(4);
  });

  it("closes immediately: rejects running, waiting and new tasks, and stops all threads", async () => {
    open({ maxThreads: 1 });
    const flags = new Int32Array(new SharedArrayBuffer(8));
    const tasks = [settled(pool.run("waitFor", { flags })), settled(pool.run("double", { value: 1 }))];
    await waitUntil(() => flags[0] === 1);
    await pool.close();
    for (const error of await Promise.all(tasks))
      expect(error).to.be.an("error").with.property("message").that.includes("closed");
    expect(pool.threadCount).to.equal(0);
    expect(await settled(pool.run("double", { value: 1 }))).to.be.an("error");
  });
});

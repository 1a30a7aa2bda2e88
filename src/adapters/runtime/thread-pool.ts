import { availableParallelism } from "node:os";
import type { Worker } from "node:worker_threads";
import { Piscina, queueOptionsSymbol } from "piscina";
import { ProcessingBudgetExceededError } from "../../domain/errors.js";

export interface ThreadPoolOptions {
  /** The module that the threads load; tasks run its exported functions. */
  readonly module: URL;
  /** The maximum number of threads. By default one less than the cores, so that one remains for the event loop. */
  readonly maxThreads?: number;
  /** How long a thread without a task is kept, in milliseconds. */
  readonly idleTimeoutMs?: number;
  /** The CPU time that a task may use, in milliseconds. */
  readonly cpuBudgetMs?: number;
  /** The memory that a thread may use, in megabytes. */
  readonly memoryBudgetMb?: number;
  /** The interval at which running tasks are checked against their budgets, in milliseconds. */
  readonly checkIntervalMs?: number;
}

/** A new thread needs more than a second for its first conversation, so idle threads are kept for a while. */
const DEFAULT_IDLE_TIMEOUT_MS = 600_000;
/** About a hundred times the CPU time of a long conversation. */
const DEFAULT_CPU_BUDGET_MS = 10_000;
const DEFAULT_MEMORY_BUDGET_MB = 256;

const DEFAULT_CHECK_INTERVAL_MS = 50;
/**
 * The heap limit of V8 for a thread, as a multiple of the budget. The pool's own check should end a task first: V8 ends
 * the whole process when a single allocation, such as that of a growing map, exceeds its limit.
 */
const HEAP_LIMIT_FACTOR = 3;
/**
 * Gives the event loop priority when cores are scarce: on Linux a thread of niceness 5 has a third of its weight. A
 * higher niceness starves summaries beside other busy processes.
 */
const NICE_INCREMENT = 5;
/** A larger young generation makes the process larger and summaries no faster. */
const YOUNG_GENERATION_MB = 8;
const BYTES_PER_MB = 2 ** 20;

/** A task of the pool, which measures what it uses. */
class Task {
  readonly #abort = new AbortController();
  #threadId: number | undefined;
  /** The CPU time of the thread at the first check, in milliseconds. */
  #cpuAtFirstCheck: number | undefined;
  #isBeingChecked = false;

  constructor(private readonly options: Required<ThreadPoolOptions>) {}

  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  get hasBegun(): boolean {
    return this.#threadId !== undefined;
  }

  begin(threadId: number): void {
    this.#threadId = threadId;
  }

  abort(reason: Error): void {
    this.#abort.abort(reason);
  }

  /** Aborts the task when it exceeds its budget. CPU time before the first check is not charged. */
  async check(threads: readonly Worker[]): Promise<void> {
    const thread = threads.find(({ threadId }) => threadId === this.#threadId);
    if (!thread || this.#isBeingChecked) return;
    this.#isBeingChecked = true;
    try {
      const [cpu, heap] = await Promise.all([thread.cpuUsage(), thread.getHeapStatistics()]);
      const cpuMs = (cpu.user + cpu.system) / 1000;
      this.#cpuAtFirstCheck ??= cpuMs;
      const memoryBytes = heap.used_heap_size + heap.external_memory;
      if (cpuMs - this.#cpuAtFirstCheck > this.options.cpuBudgetMs) {
        this.abort(new ProcessingBudgetExceededError("cpu_time"));
      } else if (memoryBytes > this.options.memoryBudgetMb * BYTES_PER_MB) {
        this.abort(new ProcessingBudgetExceededError("memory"));
      }
    } catch (error) {
      // The thread is starting or ending; the result of the task reports a failure.
      if (!hasCode(error, "ERR_WORKER_NOT_RUNNING")) throw error;
    } finally {
      this.#isBeingChecked = false;
    }
  }
}

/**
 * Runs functions of a module in worker threads, which start on demand and stop when idle. A task that exceeds its CPU
 * time or memory is aborted together with its thread; other tasks are not affected.
 */
export class ThreadPool {
  readonly #options: Required<ThreadPoolOptions>;
  #pool: Piscina | undefined;
  readonly #tasks = new Set<Task>();
  /**
   * Calls that wait for a thread, oldest first. They wait here because Piscina strands its queue when a thread dies.
   */
  readonly #waiters: (() => void)[] = [];
  /** How many more tasks can start now. */
  #freeThreads: number;
  #checkTimer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: ThreadPoolOptions) {
    this.#options = {
      maxThreads: Math.max(1, availableParallelism() - 1),
      idleTimeoutMs: DEFAULT_IDLE_TIMEOUT_MS,
      cpuBudgetMs: DEFAULT_CPU_BUDGET_MS,
      memoryBudgetMb: DEFAULT_MEMORY_BUDGET_MB,
      checkIntervalMs: DEFAULT_CHECK_INTERVAL_MS,
      ...options,
    };
    this.#freeThreads = this.#options.maxThreads;
  }

  get threadCount(): number {
    return this.#pool?.threads.length ?? 0;
  }

  /**
   * Runs an exported function of the module in a thread.
   * @param input is cloned for the thread, as `structuredClone` does, and so is the result.
   * @returns the result of the function.
   * @throws ProcessingBudgetExceededError; any error of the function; Error when the pool is closed meanwhile.
   */
  async run(name: string, input: object): Promise<unknown> {
    const task = new Task(this.#options);
    if (this.#freeThreads > 0) this.#freeThreads -= 1;
    else await new Promise<void>((resolve) => this.#waiters.push(resolve));
    try {
      if (this.#isClosed) throw new Error("The thread pool is closed");
      this.#add(task);
      this.#pool ??= this.#open();
      return await this.#pool.run({ ...input, [queueOptionsSymbol]: task }, { name, signal: task.signal });
    } catch (error) {
      if (task.signal.aborted) throw task.signal.reason;
      throw hasCode(error, "ERR_WORKER_OUT_OF_MEMORY") ? new ProcessingBudgetExceededError("memory") : error;
    } finally {
      this.#remove(task);
      const next = this.#waiters.shift();
      if (next) next();
      else this.#freeThreads += 1;
    }
  }

  /** Stops all threads. Running and waiting tasks reject. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const task of this.#tasks) task.abort(new Error("The thread pool is closed"));
    await this.#pool?.destroy();
  }

  #add(task: Task): void {
    this.#tasks.add(task);
    // The timer also keeps the process alive, which a starting thread does not.
    this.#checkTimer ??= setInterval(() => this.#check(), this.#options.checkIntervalMs);
  }

  #remove(task: Task): void {
    this.#tasks.delete(task);
    if (this.#tasks.size > 0) return;
    clearInterval(this.#checkTimer);
    this.#checkTimer = undefined;
  }

  #check(): void {
    const threads = this.#pool?.threads ?? [];
    for (const task of this.#tasks) void task.check(threads);
  }

  #open(): Piscina {
    const { module, maxThreads, idleTimeoutMs, memoryBudgetMb } = this.#options;
    const pool = new Piscina({
      filename: module.href,
      minThreads: 0,
      maxThreads,
      idleTimeout: idleTimeoutMs,
      recordTiming: false,
      niceIncrement: NICE_INCREMENT,
      resourceLimits: {
        maxOldGenerationSizeMb: memoryBudgetMb * HEAP_LIMIT_FACTOR,
        maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
      },
      loadBalancer: (task, threads) => {
        const idleThread = threads.find(({ currentUsage, terminating, destroyed }) => {
          return currentUsage === 0 && !terminating && !destroyed;
        });
        const poolTask = (task as unknown as Readonly<Record<symbol, unknown>>)[queueOptionsSymbol];
        if (idleThread && poolTask instanceof Task) poolTask.begin(idleThread.id);
        return idleThread ?? null;
      },
    });
    // Emitted for a thread that ends without a task, such as one that could not load the module.
    pool.on("error", (error: Error) => {
      for (const task of this.#tasks) if (!task.hasBegun) task.abort(error);
    });
    return pool;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

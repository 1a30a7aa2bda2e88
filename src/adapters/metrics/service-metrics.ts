import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Clock } from "../../ports/driven/clock.js";
import type { Fields } from "../../ports/driven/event-log.js";
import type { StoreStatistics, StoreCounts } from "../../ports/driven/store-statistics.js";

export interface ServiceMetricsOptions {
  /** Collected at most once in MAX_COUNTS_AGE_MS, however often the metrics are read. */
  readonly statistics: StoreStatistics;
  readonly clock: Pick<Clock, "monotonicMs">;
  /** The one that searches ask, and whether what it makes is kept. */
  readonly embedder: { readonly id: string; readonly isKept: boolean };
}

/** How long collected counts are served. */
const MAX_COUNTS_AGE_MS = 60_000;
/** In seconds: from a page of a list to a creation that waits for its summary. */
const REQUEST_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** In seconds: from the vector of a query to a long summary. */
const MODEL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300];
/** RFC 9110, section 9, and RFC 5789: a client may call a method what it likes. */
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/**
 * What the events of the service come to, for Prometheus. No label holds an id, a text or anything else that a person
 * chose: there are as many series as routes, statuses and kinds, whoever calls and whatever is said.
 */
export class ServiceMetrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: "mneme_http_request_duration_seconds",
    help: "Requests by the pattern of their route, and what they took",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_BUCKETS,
    registers: [this.registry],
  });
  private readonly summaries = new Counter({
    name: "mneme_summaries_total",
    help: "Summaries by who made them, tries of one that another replaced, earlier ones that were kept for want of a better one, and conversations that were given up",
    labelNames: ["summariser", "outcome"],
    registers: [this.registry],
  });
  private readonly calls = new Histogram({
    name: "mneme_model_call_duration_seconds",
    help: "Calls of models by kind and outcome, and what they took, without the wait for their turn",
    labelNames: ["kind", "outcome"],
    buckets: MODEL_BUCKETS,
    registers: [this.registry],
  });
  private readonly tokens = new Counter({
    name: "mneme_model_tokens_total",
    help: "What models read and wrote, as they count it",
    labelNames: ["kind"],
    registers: [this.registry],
  });
  private readonly refusals = new Counter({
    name: "mneme_model_answers_refused_total",
    help: "Questions that were not asked, or whose answers were not kept: over_budget, unusable",
    labelNames: ["kind", "reason"],
    registers: [this.registry],
  });
  private readonly proactive = new Counter({
    name: "mneme_proactive_notifications_total",
    help: "What came of the notifications that apps asked for: notified, or why nobody was",
    labelNames: ["outcome", "reason"],
    registers: [this.registry],
  });
  private readonly replacedWriters = new Counter({
    name: "mneme_proactive_writers_replaced_total",
    help: "Notifications that the built-in writer wrote, for the model did not in time",
    registers: [this.registry],
  });

  private collection: { readonly startedAtMs: number; readonly counts: Promise<StoreCounts> } | undefined;

  constructor(private readonly options: ServiceMetricsOptions) {
    collectDefaultMetrics({ register: this.registry });
    this.countConversations();
    this.countEmbeddings();
  }

  /** Takes an event of the service into account; those that nothing is known of are left alone. */
  observe(event: string, fields: Fields): void {
    this.observers[event]?.(fields);
  }

  /** @returns the exposition format of Prometheus. */
  async read(): Promise<{ readonly contentType: string; readonly text: string }> {
    return { contentType: this.registry.contentType, text: await this.registry.metrics() };
  }

  close(): void {
    this.registry.clear();
  }

  private readonly observers: Readonly<Record<string, (fields: Fields) => void>> = {
    request: ({ method, route, status, milliseconds }) => {
      const labels = {
        method: METHODS.has(String(method)) ? String(method) : "other",
        route: typeof route === "string" ? route : "none",
      };
      this.requests.observe({ ...labels, status: String(status) }, Number(milliseconds) / 1_000);
    },
    "conversation.summarised": ({ summariser }) =>
      this.summaries.inc({ summariser: String(summariser), outcome: "made" }),
    "conversation.summariser_replaced": ({ summariser }) =>
      this.summaries.inc({ summariser: String(summariser), outcome: "replaced" }),
    "conversation.summary_kept": ({ summariser }) =>
      this.summaries.inc({ summariser: String(summariser), outcome: "kept" }),
    "conversation.given_up": () => this.summaries.inc({ summariser: "none", outcome: "failed" }),
    "model.called": ({ kind, outcome, milliseconds, tokens }) => {
      this.calls.observe({ kind: String(kind), outcome: String(outcome) }, Number(milliseconds) / 1_000);
      this.tokens.inc({ kind: String(kind) }, Number(tokens ?? 0));
    },
    "proactive.notified": () => this.proactive.inc({ outcome: "notified", reason: "none" }),
    "proactive.suppressed": ({ reason }) => this.proactive.inc({ outcome: "suppressed", reason: String(reason) }),
    "proactive.writer_replaced": () => this.replacedWriters.inc(),
    "model.over_budget": ({ kind }) => this.refusals.inc({ kind: String(kind), reason: "over_budget" }),
    "model.unusable": ({ kind }) => this.refusals.inc({ kind: String(kind), reason: "unusable" }),
  };

  private countConversations(): void {
    const counts = () => this.counts();
    new Gauge({
      name: "mneme_conversations",
      help: "Conversations in the store, of all users",
      labelNames: ["status"],
      registers: [this.registry],
      async collect() {
        const { conversations } = await counts();
        this.reset();
        for (const [status, count] of conversations) this.set({ status }, count);
      },
    });
  }

  private countEmbeddings(): void {
    const { embedder } = this.options;
    const counts = () => this.counts();
    new Gauge({
      name: "mneme_embeddings",
      help: "Memories with a vector of the embedder in use (done), and those that wait for one",
      labelNames: ["embedder", "state"],
      registers: [this.registry],
      async collect() {
        const { memories, embeddings } = await counts();
        const done = embedder.isKept ? (embeddings.get(embedder.id) ?? 0) : memories;
        this.set({ embedder: embedder.id, state: "done" }, done);
        this.set({ embedder: embedder.id, state: "waiting" }, Math.max(0, memories - done));
      },
    });
  }

  /** Concurrent and later readers share a collection until it is too old; a failed one is not kept. */
  private async counts(): Promise<StoreCounts> {
    const { statistics, clock } = this.options;
    const nowMs = clock.monotonicMs();
    const isFresh = this.collection && nowMs - this.collection.startedAtMs < MAX_COUNTS_AGE_MS;
    if (!this.collection || !isFresh) this.collection = { startedAtMs: nowMs, counts: statistics.collect() };
    const current = this.collection;
    try {
      return await current.counts;
    } catch (error) {
      if (this.collection === current) this.collection = undefined;
      throw error;
    }
  }
}

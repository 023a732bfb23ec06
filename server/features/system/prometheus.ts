import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../kit/database.ts';

/** Buckets in seconds, up to the five minutes that proxies allow a stream. */
const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

/** Gauges of the library that are named like counters; operators do not need them. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/**
 * The metrics of one process. Labels are names of operations and configured models, so their number is bounded
 * and they contain no personal data.
 */
export function createPrometheus(database?: WatchedDatabase, searchEngine?: WatchedEngine) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const requests = new Histogram({
    name: 'docent_http_request_seconds',
    help: 'Time to answer by operation and status; streams count until their end, 499 is a reader that left before',
    labelNames: ['operation', 'status'],
    buckets,
    registers,
  });
  const streams = new Gauge({
    name: 'docent_open_streams',
    help: 'Streams that are being answered',
    registers,
  });
  const calls = new Histogram({
    name: 'docent_model_call_seconds',
    help: 'Time of calls to models',
    labelNames: ['kind', 'model', 'scenario', 'status'],
    buckets,
    registers,
  });
  const tokens = new Counter({
    name: 'docent_model_tokens_total',
    help: 'Tokens of calls to models, read and written together',
    labelNames: ['kind', 'model', 'scenario'],
    registers,
  });
  if (database) watchDatabase(database, registry);
  if (searchEngine) watchEngine(searchEngine, registry);
  return {
    answered({ operation, status, seconds }: AnsweredRequest): void {
      requests.observe({ operation, status }, seconds);
    },
    streamOpened: (): void => streams.inc(),
    streamClosed: (): void => streams.dec(),
    call({ kind, model, scenario, status, seconds, tokens: count }: EndedCall): void {
      calls.observe({ kind, model, scenario, status }, seconds);
      tokens.inc({ kind, model, scenario }, count);
    },
    async text(): Promise<{ readonly contentType: string; readonly body: string }> {
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}

export type WatchedDatabase = Pick<Database, 'health' | 'connections'>;

/** Returns the problem of the search engine; `''` when it answers. */
export type WatchedEngine = () => Promise<string>;

function watchEngine(problem: WatchedEngine, registry: Registry): void {
  registry.registerMetric(
    new Gauge({
      name: 'docent_search_engine_up',
      help: '1 while the search engine can be used, 0 while it is away; missing without one',
      registers: [],
      async collect() {
        this.set((await problem()) === '' ? 1 : 0);
      },
    }),
  );
}

/** Collected when the metrics are read. */
function watchDatabase(database: WatchedDatabase, registry: Registry): void {
  registry.registerMetric(
    new Gauge({
      name: 'docent_database_up',
      help: '1 while the database can be used, 0 during an outage',
      registers: [],
      async collect() {
        this.set((await database.health()).ok ? 1 : 0);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'docent_database_connections',
      help: 'Connections to PostgreSQL that are in use or idle, the queries that wait for one, and the limit of the pool',
      labelNames: ['state'],
      registers: [],
      collect() {
        const connections = database.connections?.();
        if (!connections) return;
        const { open, idle, waiting, limit } = connections;
        for (const [state, count] of Object.entries({ used: open - idle, idle, waiting, limit }))
          this.set({ state }, count);
      },
    }),
  );
}

export type Prometheus = ReturnType<typeof createPrometheus>;

export interface AnsweredRequest {
  readonly operation: string;
  readonly status: number;
  readonly seconds: number;
}

export interface EndedCall {
  readonly kind: string;
  readonly model: string;
  readonly scenario: string;
  readonly status: string;
  readonly seconds: number;
  readonly tokens: number;
}

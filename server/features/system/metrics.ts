import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Answers take from a millisecond to the five minutes that proxies allow a stream; in seconds. */
const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

/**
 * The figures of one process for Prometheus. Labels are names of operations and of configured models, so their number
 * is bounded and nothing in them is about a person.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
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

export type Metrics = ReturnType<typeof createMetrics>;

interface AnsweredRequest {
  readonly operation: string;
  readonly status: number;
  readonly seconds: number;
}

interface EndedCall {
  readonly kind: string;
  readonly model: string;
  readonly scenario: string;
  readonly status: string;
  readonly seconds: number;
  readonly tokens: number;
}

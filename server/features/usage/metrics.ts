import type { ModelKind, Scenario } from '../../ports/models.ts';
import type { CallStatus } from '../../../contract/usage/figures.ts';

/** A call that has ended, as counters and histograms want it. */
export interface MeteredCall {
  readonly kind: ModelKind;
  readonly model: string;
  readonly scenario: Scenario;
  readonly status: CallStatus;
  readonly seconds: number;
  /** Prompt, completion and embedding tokens together. */
  readonly tokens: number;
}

/** Where ended calls are counted, e.g. by Prometheus. */
export interface UsageMetrics {
  call(call: MeteredCall): void;
}

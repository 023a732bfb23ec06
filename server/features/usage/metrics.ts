import type { ModelKind, Scenario } from '../../ports/models.ts';
import type { CallStatus } from '../../../contract/usage/figures.ts';

/** An ended call, for counters and histograms. */
export interface MeteredCall {
  readonly kind: ModelKind;
  readonly model: string;
  readonly scenario: Scenario;
  readonly status: CallStatus;
  readonly seconds: number;
  /** Prompt, completion and embedding tokens together. */
  readonly tokens: number;
}

/** Metrics of ended calls, for example for Prometheus. */
export interface UsageMetrics {
  call(call: MeteredCall): void;
}

import type { ModelKind, Models, Scenario } from '../../ports/models.ts';
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

/** Label of calls to models that are not connected, since a request can contain any name. */
const otherModel = 'other';

/** Metrics whose labels are names of connected models, so that their number stays bounded. */
export const withKnownModels = (metrics: UsageMetrics, models: Pick<Models, 'list'>): UsageMetrics => ({
  call(call) {
    const isKnown = models.list(call.kind).some(({ name }) => name === call.model);
    metrics.call(isKnown ? call : { ...call, model: otherModel });
  },
});

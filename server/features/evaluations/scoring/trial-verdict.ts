import type { ModelTrial, TrialSide } from '../../../../contract/evaluations/model-trial.ts';

/** Slower answers of the same worth are not worth the wait. */
const slowSeconds = 10;
/** From this share of the questions on, one side is better. */
const clearly = 0.2;
/** A model of whose statements fewer are supported misleads. */
const fewestSupported = 0.6;

/** What the two sides of a trial say about a model. */
export function verdictOf(
  withModel: TrialSide,
  without: TrialSide,
  questions: number,
): ModelTrial['verdict'] {
  if (2 * withModel.failed >= questions) return 'fails';
  const worth = ({ answered, partial }: TrialSide) => answered + partial / 2;
  const gain = worth(withModel) - worth(without);
  const clear = clearly * questions;
  if ((withModel.supported ?? 1) < fewestSupported || gain <= -clear) return 'worse';
  if (gain >= clear) return 'better';
  return withModel.seconds > slowSeconds ? 'slower' : 'same';
}

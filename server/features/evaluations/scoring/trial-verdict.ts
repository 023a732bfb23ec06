import type { ModelTrial, TrialSide } from '../../../../contract/evaluations/model-trial.ts';

/** Seconds per answer above which a model that answers no better counts as slower. */
const slowSeconds = 10;
/** Minimum difference, as a share of the questions, for one side to be better. */
const clearly = 0.2;
/** Minimum share of supported statements; a model below it is misleading. */
const minSupported = 0.6;

/** Verdict on a model by the two sides of a trial. */
export function verdictOf(
  withModel: TrialSide,
  without: TrialSide,
  questions: number,
): ModelTrial['verdict'] {
  if (2 * withModel.failed >= questions) return 'fails';
  const worth = ({ answered, partial }: TrialSide) => answered + partial / 2;
  const gain = worth(withModel) - worth(without);
  const clear = clearly * questions;
  if ((withModel.supported ?? 1) < minSupported || gain <= -clear) return 'worse';
  if (gain >= clear) return 'better';
  return withModel.seconds > slowSeconds ? 'slower' : 'same';
}

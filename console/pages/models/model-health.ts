import type { UsageToday } from '../../../contract/usage/figures.ts';
import { worded } from '../../text/explanations/worded.ts';

/** The words of the provider with which the last call of a failing model failed; `''` where none are known. */
export const lastErrorOf = ({ lastFailure }: Pick<UsageToday['models'][number], 'lastFailure'>): string =>
  lastFailure ? worded(lastFailure.error, lastFailure.explanation) : '';

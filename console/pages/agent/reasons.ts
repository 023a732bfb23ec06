import { listed } from '../../text/format.ts';
import type { GapReasons } from '../../../contract/agent.ts';

const order = ['not_covered', 'disliked', 'partial', 'no_citation', 'empty_search'] as const;

/** `not covered 3, disliked 1`: the reasons of a gap's questions, without counts of zero. */
export const reasonsText = (reasons: GapReasons, names: Readonly<Record<keyof GapReasons, string>>): string =>
  listed(order.filter((name) => reasons[name] > 0).map((name) => `${names[name]} ${reasons[name]}`));

/** Path of a refused value, as zod reports it. */
interface Refused {
  readonly path?: readonly PropertyKey[] | undefined;
}

/**
 * Message for an invalid value: its path and the rule, e.g. `cases.3.question must be a text`. Evaluated after parsing,
 * when the path is complete.
 */
export const must = (rule: string) => (refused: Refused) => `${placeOf(refused.path ?? [])} must ${rule}`;

/** The same for limits of a text, counted in UTF-16 code units. */
export const mustFit = (length: number) => must(`not exceed ${length} characters`);

const placeOf = (path: readonly PropertyKey[]) => path.map(String).join('.') || 'The body';

/** True when a text has at most `length` UTF-16 code units; zod's own `max` counts code points. */
export const isWithin =
  (length: number) =>
  (text: string): boolean =>
    text.length <= length;

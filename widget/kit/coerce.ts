/** Readers for values that came over the wire: each gives the expected kind or a harmless stand-in. */

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text of at most `maxLength` UTF-16 code units, or `fallback`. */
export const textOf = (value: unknown, maxLength: number, fallback = ''): string =>
  typeof value === 'string' ? value.slice(0, maxLength) : fallback;

/** A whole number clamped to `min`…`max`, or `fallback`. */
export const wholeOf = (value: unknown, min: number, max: number, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value)
    ? Math.min(max, Math.max(min, Math.round(value)))
    : fallback;

/** One of `words`, or `fallback`. */
export const wordOf = <const W extends string>(
  value: unknown,
  words: readonly W[],
  fallback: NoInfer<W>,
): W => words.find((word) => word === value) ?? fallback;

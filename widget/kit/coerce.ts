/** Readers for values of a response: each returns the expected type or a default. */

/** The fields of an object; none for anything else. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text of at most `maxLength` UTF-16 code units, or `fallback`. */
export const textOf = (value: unknown, maxLength: number, fallback = ''): string =>
  typeof value === 'string' ? value.slice(0, maxLength) : fallback;

/** The texts of an object by name, each at most `maxLength` UTF-16 code units; what is no text is left out. */
export const textsOf = (value: unknown, maxLength: number): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).flatMap(([name, text]) =>
      typeof text === 'string' ? [[name, text.slice(0, maxLength)] as const] : [],
    ),
  );

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

import { z } from 'zod';

/** A text; the default when missing or blank. */
export const text = (otherwise: string) =>
  z
    .string()
    .optional()
    .transform((value) => value?.trim() || otherwise);

/** A non-negative integer: negative numbers become 0, invalid values the default. */
export const count = (otherwise: string) =>
  text(otherwise).transform((value) => {
    const number = Number(value);
    return Number.isSafeInteger(number) ? Math.max(0, number) : Number(otherwise);
  });

/** One of several words; the first one for any other value. */
export const word = <const W extends string>(first: W, ...others: readonly W[]) =>
  text(first).transform((value): W => others.find((other) => other === value.toLowerCase()) ?? first);

/** Names separated by commas or line breaks; names may contain blanks. */
export const names = (otherwise: string) =>
  text(otherwise).transform((value) =>
    value
      .split(/[,，、;；\n]+/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );

/** Result of a failed step: an empty list, or the list before the step. */
export const onFailure = word('empty', 'keep');

import { z } from 'zod';

/** A text; a missing or blank one is the default. */
export const text = (otherwise: string) =>
  z
    .string()
    .optional()
    .transform((value) => value?.trim() || otherwise);

/** A whole number that is not negative: below zero is zero, anything else that is none is the default. */
export const count = (otherwise: string) =>
  text(otherwise).transform((value) => {
    const number = Number(value);
    return Number.isSafeInteger(number) ? Math.max(0, number) : Number(otherwise);
  });

/** One of a few words; any other is the first of them. */
export const word = <const W extends string>(first: W, ...others: readonly W[]) =>
  text(first).transform((value): W => others.find((other) => other === value.toLowerCase()) ?? first);

/** A list of names, separated by commas or line breaks; the names themselves may hold blanks. */
export const names = (otherwise: string) =>
  text(otherwise).transform((value) =>
    value
      .split(/[,，、;；\n]+/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );

/** What happens when a step fails: the list is emptied, or stays as it was before. */
export const onFailure = word('empty', 'keep');

import { z } from 'zod';
import { must } from './wording.ts';

/** Integer of a query parameter: invalid values become `fallback`, then clamped to `min`…`max`. */
export const wholeNumber = (fallback: number, min: number, max: number, description = '') =>
  z
    .unknown()
    .optional()
    .transform((value) => {
      const text = typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
      const number = /^[+-]?\d+$/.test(text) ? Number(text) : fallback;
      return Math.min(max, Math.max(min, number));
    })
    .pipe(z.int().min(min).max(max))
    .meta({
      default: fallback,
      description: sentences(
        description,
        'What is no whole number counts as the default; others are clamped',
      ),
    });

/** An optional text of a query; repeated parameters count once, a missing one is `''`. */
export const queryText = z
  .unknown()
  .optional()
  .transform((value) => (Array.isArray(value) ? value[0] : value))
  .transform((value) => (typeof value === 'string' ? value : ''))
  .pipe(z.string());

const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('. ');

/** One of a list of words in a query; anything else is `fallback`. */
export const queryWord = <const W extends string>(
  words: readonly W[],
  fallback: NoInfer<W>,
  description = '',
) =>
  queryText
    .transform((text): string => words.find((word) => word === text) ?? fallback)
    .pipe(z.literal(words))
    .meta({
      default: fallback,
      description: sentences(description, `Any other word counts as ${fallback}`),
    });

/** One of a list of words in a query, `fallback` when it was not sent; anything else is refused, naming the words. */
export const queryChoice = <const W extends string>(
  words: readonly W[],
  fallback: NoInfer<W>,
  description: string,
) =>
  queryText
    .transform((text) => (text === '' ? fallback : text))
    .pipe(z.literal(words, { error: must('rule_one_of', { words: words.join(', ') }) }))
    .meta({ default: fallback, description });

/** Bounds of 1-based lists where the spec gives none. */
export const pageLimits = { size: 200, page: 1_000_000 } as const;

/** Page and size of a 1-based list; unreadable values fall back, wild ones are clamped. */
export const pageFields = (size: number) => ({
  page: wholeNumber(1, 1, pageLimits.page, 'Number of the page, counted from 1'),
  size: wholeNumber(size, 1, pageLimits.size, 'Entries of a page'),
});

/** A page of a 1-based list. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.looseObject({ page: z.int(), size: z.int(), total: z.int(), items: z.array(item) });

/** Direction of a list by time: `asc` is oldest first, everything else newest first. */
export const timeOrder = queryWord(['asc', 'desc'], 'desc', 'By time: asc is the oldest first');

/** A filter text of a query, without blanks around it. */
export const queryFilter = queryText.transform((text) => text.trim()).pipe(z.string());

/** A keyword that selects entries of a list by their text. */
export const keywordFilter = queryFilter.meta({ description: 'Words that entries hold; empty for all' });

/** A time in a reply that is always known. */
export const knownInstant = z.string().meta({ format: 'date-time', description: 'ISO-8601 instant with Z' });

/** A day in a reply. */
export const calendarDay = z
  .string()
  .meta({ format: 'date', description: 'YYYY-MM-DD in the time zone of the server' });

/** A time in a reply. */
export const instant = z.string().meta({ description: 'ISO-8601 instant with Z, or empty' });

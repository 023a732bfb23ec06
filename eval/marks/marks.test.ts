import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

/*
 * The set is data that people read and tools measure with: this holds its form, its balance and its split. The
 * pages themselves are not part of the project, so whether a basis stands in its page is not looked at here.
 */

const supportedKinds = ['quotation', 'paraphrase', 'joined', 'number'];
const unsupportedKinds = [
  'negated',
  'wrong_number',
  'other_entity',
  'opposite',
  'swapped',
  'strengthened',
  'invented',
  'half_true',
  'other_article',
  'answers_another_term',
];

const markSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9]+-\d{3}$/),
  site: z.string(),
  lang: z.enum(['zh', 'en']),
  article: z.string().min(1),
  question: z.string().min(1).optional(),
  statement: z.string().min(4).max(300),
  supported: z.boolean(),
  kind: z.enum([...supportedKinds, ...unsupportedKinds]),
  basis: z.array(z.string().min(1)).min(1).max(3).optional(),
  source: z.string().min(1).optional(),
});

type Mark = z.infer<typeof markSchema>;

const sitesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => ({
      site: name.replace('.jsonl', ''),
      marks: readFileSync(join(folder, name), 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => markSchema.parse(JSON.parse(line))),
    }));

/** What numbers are learned from, near copies of sentences apart, and what figures are reported on. */
const learned = sitesIn(import.meta.dirname);
const near = sitesIn(join(import.meta.dirname, 'near'));
const reported = sitesIn(join(import.meta.dirname, 'reported'));

const all = [...learned, ...near].flatMap(({ marks }) => marks);
const copies = near.flatMap(({ marks }) => marks);
const held = reported.flatMap(({ marks }) => marks);

/** Statements are compared without case, space and punctuation. */
const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const share = <T>(items: readonly T[], holds: (item: T) => boolean) =>
  items.filter((item) => holds(item)).length / items.length;

const idsOf = (marks: readonly Mark[], holds: (mark: Mark) => boolean) =>
  marks.filter((mark) => holds(mark)).map(({ id }) => id);

const allKinds = new Set([...supportedKinds, ...unsupportedKinds]);

const chineseIn = (marks: readonly Mark[]) => share(marks, ({ lang }) => lang === 'zh');

describe('The whole set of marks', () => {
  test('has at least 4,000 statements to learn from and 400 to report on, Chinese and English about equally', () => {
    expect(all.length).toBeGreaterThanOrEqual(4000);
    expect(held.length).toBeGreaterThanOrEqual(400);
    for (const marks of [all, copies, held]) {
      expect(chineseIn(marks)).toBeGreaterThan(0.4);
      expect(chineseIn(marks)).toBeLessThan(0.6);
    }
  });

  test('has no id and no statement about an article twice', () => {
    const marks = [...all, ...held];
    expect(new Set(marks.map(({ id }) => id)).size).toBe(marks.length);
    expect(new Set(marks.map(({ article, statement }) => article + bare(statement))).size).toBe(marks.length);
  });

  test('learns from no article that it reports on', () => {
    const pagesOf = ({ site, article, source = article }: Mark) => [
      `${site} ${article}`,
      `${site} ${source}`,
    ];
    const seen = new Set(all.flatMap(pagesOf));
    expect(idsOf(held, (mark) => pagesOf(mark).some((page) => seen.has(page)))).toEqual([]);
  });
});

describe('The marks that figures are reported on', () => {
  test('are supported by half, over at least 50 articles, with every kind in each language', () => {
    for (const lang of ['zh', 'en']) {
      const marks = held.filter((mark) => mark.lang === lang);
      expect(Math.abs(share(marks, ({ supported }) => supported) - 0.5)).toBeLessThan(0.03);
      expect(new Set(marks.map(({ kind }) => kind))).toEqual(allKinds);
    }
    expect(new Set(held.map(({ site, article }) => `${site} ${article}`)).size).toBeGreaterThanOrEqual(50);
  });
});

describe.each(learned)('The marks of $site to learn from', ({ marks }) => {
  test('are supported by half, over at least 12 articles, with every kind', () => {
    expect(Math.abs(share(marks, ({ supported }) => supported) - 0.5)).toBeLessThan(0.03);
    expect(new Set(marks.map(({ article }) => article)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(marks.map(({ kind }) => kind))).toEqual(allKinds);
  });
});

describe('Near copies of sentences to learn from', () => {
  test('are true 600 times or more, and false half as often', () => {
    const isTrue = copies.filter(({ supported }) => supported).length;
    expect(isTrue).toBeGreaterThanOrEqual(600);
    expect(copies.length - isTrue).toBeGreaterThanOrEqual(isTrue / 2);
    expect(copies.length - isTrue).toBeLessThan(isTrue);
  });

  test('have two things exchanged 200 times or more', () => {
    expect(copies.filter(({ kind }) => kind === 'swapped').length).toBeGreaterThanOrEqual(200);
  });

  test('are no quotations, and stand on a sentence of the cited article', () => {
    const kinds = new Set(copies.map(({ kind }) => kind));
    for (const other of ['quotation', 'invented', 'other_article']) expect(kinds).not.toContain(other);
  });
});

describe.each([...learned, ...near, ...reported])('The marks of $site', ({ site, marks }) => {
  test('belong to the site, in its language', () => {
    expect(new Set(marks.map((mark) => `${mark.site} ${mark.lang}`))).toEqual(
      new Set([`${site} ${site.includes('zh') ? 'zh' : 'en'}`]),
    );
  });

  test('have the label that goes with their kind', () => {
    expect(idsOf(marks, ({ kind, supported }) => supportedKinds.includes(kind) !== supported)).toEqual([]);
  });

  test('name what they stand on', () => {
    const invented = ({ kind }: Mark) => kind === 'invented';
    const elsewhere = ({ kind }: Mark) => kind === 'other_article';
    expect(idsOf(marks, (mark) => (mark.basis === undefined) !== invented(mark))).toEqual([]);
    expect(idsOf(marks, (mark) => (mark.source === undefined) === elsewhere(mark))).toEqual([]);
    expect(idsOf(marks, ({ source, article }) => source === article)).toEqual([]);
    expect(idsOf(marks, ({ kind, basis }) => kind === 'joined' && basis?.length === 1)).toEqual([]);
  });

  test('repeat a sentence of the cited article only as quotations', () => {
    const repeats = ({ statement, basis, source }: Mark) =>
      source === undefined && (basis ?? []).some((sentence) => bare(sentence) === bare(statement));
    expect(idsOf(marks, (mark) => repeats(mark) !== (mark.kind === 'quotation'))).toEqual([]);
  });
});

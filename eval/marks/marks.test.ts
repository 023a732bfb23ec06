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

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.jsonl'));

const sites = files.map((name) => {
  const lines = readFileSync(join(import.meta.dirname, name), 'utf8')
    .trimEnd()
    .split('\n');
  return {
    site: name.replace('.jsonl', ''),
    marks: lines.map((line) => markSchema.parse(JSON.parse(line))),
  };
});

const all = sites.flatMap(({ marks }) => marks);

/** Statements are compared without case, space and punctuation. */
const bare = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

const share = <T>(items: readonly T[], holds: (item: T) => boolean) =>
  items.filter((item) => holds(item)).length / items.length;

const idsOf = (marks: readonly Mark[], holds: (mark: Mark) => boolean) =>
  marks.filter((mark) => holds(mark)).map(({ id }) => id);

describe('The whole set of marks', () => {
  test('has at least 400 statements, Chinese and English about equally', () => {
    expect(all.length).toBeGreaterThanOrEqual(400);
    const chinese = share(all, ({ lang }) => lang === 'zh');
    expect(chinese).toBeGreaterThan(0.4);
    expect(chinese).toBeLessThan(0.6);
  });

  test('has no id and no statement about an article twice', () => {
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(new Set(all.map(({ article, statement }) => article + bare(statement))).size).toBe(all.length);
  });
});

describe.each(sites)('The marks of $site', ({ site, marks }) => {
  test('belong to the site, in its language', () => {
    expect(new Set(marks.map((mark) => `${mark.site} ${mark.lang}`))).toEqual(
      new Set([`${site} ${site.includes('zh') ? 'zh' : 'en'}`]),
    );
  });

  test('are supported by half, over at least 25 articles', () => {
    expect(Math.abs(share(marks, ({ supported }) => supported) - 0.5)).toBeLessThan(0.03);
    expect(new Set(marks.map(({ article }) => article)).size).toBeGreaterThanOrEqual(25);
  });

  test('have every kind, with the label that goes with it', () => {
    expect(new Set(marks.map(({ kind }) => kind))).toEqual(new Set([...supportedKinds, ...unsupportedKinds]));
    expect(idsOf(marks, ({ kind, supported }) => supportedKinds.includes(kind) !== supported)).toEqual([]);
  });

  test('have every kind in both halves of the split by id', () => {
    const kindsOf = (remainder: number) =>
      new Set(marks.filter(({ id }) => Number(id.slice(-3)) % 2 === remainder).map(({ kind }) => kind));
    expect(kindsOf(0)).toEqual(kindsOf(1));
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

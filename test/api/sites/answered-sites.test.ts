import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openSite, quoted, type Site } from './open-site.ts';

/*
 * Small sites in several languages without a model, asked as visitors ask. What counts is the share of the questions that is answered from
 * the right place: a single one may be answered otherwise after the weights were learned anew.
 */

interface Question {
  readonly site: string;
  /** The questions of a conversation, of which the last one counts. */
  readonly asked: readonly string[];
  readonly place: string;
}

/** Lines `site: question >> next question => article#section`; what no page answers is `nowhere`. */
const questions: readonly Question[] = readFileSync(
  join(import.meta.dirname, '../../fixtures/sites/questions.txt'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => {
    const {
      site = '',
      asked = '',
      place = '',
    } = /^(?<site>\S+): (?<asked>.*) => (?<place>.*)$/.exec(line)?.groups ?? {};
    return { site, asked: asked.split(' >> '), place };
  });

const bySite = Map.groupBy(questions, ({ site }) => site);
const outcomes: { readonly place: string; readonly quoted: string }[] = [];
let open: Site | undefined;

afterAll(() => open?.close());

describe('ANS10, ANS17: questions about small sites are answered from the place that says it', () => {
  test.each([...bySite])(
    '%s: most of them from the right article, hardly any from another one',
    async (name, own) => {
      open = await openSite(name);
      const answers: typeof outcomes = [];
      for (const { asked, place } of own)
        answers.push({ place, quoted: quoted(await open.converse(...asked)) });
      await open.close();
      open = undefined;
      outcomes.push(...answers);
      expect(shareOf(answers, isRightArticle)).toBeGreaterThanOrEqual(0.5);
    },
  );

  test('of all, the right article and section, seldom a wrong article', () => {
    expect(outcomes).toHaveLength(questions.length);
    const covered = outcomes.filter(({ place }) => place !== 'nowhere');
    expect(shareOf(covered, isRightArticle)).toBeGreaterThanOrEqual(0.85);
    expect(shareOf(covered, (one) => one.quoted === one.place)).toBeGreaterThanOrEqual(0.75);
    expect(shareOf(covered, isWrong)).toBeLessThanOrEqual(0.05);
  });

  test('of questions that a site only nearly covers, a third at most are answered', () => {
    const near = outcomes.filter(({ place }) => place === 'nowhere');
    expect(shareOf(near, isWrong)).toBeLessThanOrEqual(1 / 3);
  });
});

const articleOf = (place: string) => place.split('#', 1)[0];

const isRightArticle = ({ place, quoted: found }: (typeof outcomes)[number]) =>
  articleOf(place) === articleOf(found);

const isWrong = (one: (typeof outcomes)[number]) => one.quoted !== 'nowhere' && !isRightArticle(one);

const shareOf = <T>(all: readonly T[], isSo: (one: T) => boolean): number =>
  all.filter(isSo).length / all.length;

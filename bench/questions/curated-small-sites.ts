import { join } from 'node:path';
import process from 'node:process';
import { CuratedFields } from '../../contract/curated-answers/entry-fields.ts';
import type { Entry } from '../../server/features/curated-answers/entry.ts';
import { createMatcher } from '../../server/features/curated-answers/matching/matcher.ts';
import { createEngine } from '../../server/search/engine.ts';
import { guessLanguage } from '../../server/text/language.ts';
import { withoutGrammar } from '../../server/text/word-lists/grammar-words.ts';
import { shippedWords } from '../../server/text/word-vectors/shipped-words.ts';
import { readSmallSites, smallSiteFolders, type SmallSite } from '../fixtures/small-sites.ts';
import { chunksOf } from '../retrieval/sets.ts';

/**
 * Curated answers of small sites, whose pages tell several things each: an answer for each paragraph that a question of the site asks for.
 * How many of the site's other questions get one of these answers although they ask something else: those that another paragraph answers
 * (the answers of their own are taken away), those that are only nearly covered, and those about something else; with the page named as the
 * source of each answer, and without sources.
 */
export async function run(): Promise<void> {
  const root = join(import.meta.dirname, '../..');
  const sites = (await Promise.all(smallSiteFolders.map((part) => readSmallSites(join(root, part))))).flat();
  for (const namesSources of [true, false]) {
    const given: Given[] = [];
    for (const site of sites) given.push(...(await ofSite(site, namesSources)));
    for (const [kind, some] of Map.groupBy(given, (one) => one.kind)) {
      const share = some.filter(({ isGiven }) => isGiven).length / some.length;
      const name = `${some.length} ${kind} questions, ${namesSources ? 'with' : 'without'} sources`;
      process.stdout.write(`${name.padEnd(76)} ${share.toFixed(3).padStart(9)}\n`);
    }
  }
}

interface Given {
  readonly kind: SmallSite['questions'][number]['kind'];
  readonly isGiven: boolean;
}

async function ofSite({ articles, questions }: SmallSite, namesSources: boolean): Promise<Given[]> {
  const pages = articles.map((text, place) => {
    const [heading = '', ...lines] = text.split('\n');
    return { id: String(place), title: heading.slice(2), text: lines.join('\n') };
  });
  const engine = createEngine();
  await engine.load(pages.map((page) => ({ articleId: page.id, chunks: chunksOf(page) })));
  const paragraphs = pages.flatMap((page) => page.text.split(/\n\s*\n/).map((text) => ({ page, text })));
  const asked = questions
    .filter(({ previous }) => previous === undefined)
    .map(({ kind, text, expected, article }) => ({
      kind,
      text,
      paragraph: paragraphs.find(
        ({ page, text: told }) =>
          kind === 'answerable' &&
          (article ?? page.title) === page.title &&
          told.replace(/\s+/g, ' ').includes(expected),
      ),
    }));
  const answers = [...Map.groupBy(asked, ({ paragraph }) => paragraph)].flatMap(([paragraph, [first]]) =>
    paragraph && first
      ? [{ paragraph, entry: entryOf(first.text, paragraph, namesSources ? [paragraph.page.id] : []) }]
      : [],
  );
  const { match } = createMatcher(shippedWords);
  const given: Given[] = [];
  for (const { kind, text, paragraph } of asked) {
    // The right answer is unknown where the words of a question stand in no paragraph.
    if (kind === 'answerable' && !paragraph) continue;
    const entries = answers.filter((one) => one.paragraph !== paragraph).map(({ entry }) => entry);
    const language = guessLanguage(text);
    const hits = () => engine.retrieve({ question: withoutGrammar(text, language), topK: 20 }).hits;
    const found = await match(
      entries,
      { forms: [text], language, exactly: false, at: 1 },
      { found: async () => [...new Set(hits().map(({ articleId }) => articleId))] },
    );
    given.push({ kind, isGiven: found !== undefined && found.isNear !== true });
  }
  return given;
}

const entryOf = (
  question: string,
  paragraph: { readonly page: { readonly id: string }; readonly text: string },
  sources: readonly string[],
): Entry => ({
  ...CuratedFields.parse({ questions: [question], answer: paragraph.text.slice(0, 8000) }),
  id: `${paragraph.page.id} ${question}`,
  revision: 1,
  updatedAt: 1,
  reviewedAt: 1,
  known: Object.fromEntries(sources.map((source) => [source, { id: source, revision: '' }])),
});

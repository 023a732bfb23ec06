import { join } from 'node:path';
import type { ArticleChunks, IndexChunk } from '../../server/ports/search-index.ts';
import { chunksOf, folder, readLines } from './sets.ts';
import { createRandom } from './synthetic.ts';

/** A site of any size in the words of real ones. */
export interface RecombinedSite {
  /** Without end; the same each time. */
  articles(): Generator<ArticleChunks>;
  /** Questions of people about the real sites, other ones for another seed. */
  questions(count: number, seed: number): string[];
}

/**
 * Makes articles from the texts of the question sets. Each has the headings, the number of passages and the lengths of a real article;
 * every second sentence is replaced by one from elsewhere in the same set, and title and first passage name a thing that no other article
 * is about, so that the vocabulary grows with the site. Words are so as frequent, as long and as often together as in real text; a rare word of a
 * set is in as many times more passages as the site is larger than the set.
 */
export function createRecombinedSite(): RecombinedSite {
  const sets = setNames.map(readTexts).filter(({ articles }) => articles.length > 0);
  if (sets.length === 0) throw new Error(`no question sets in ${folder}`);
  const sources = sets.flatMap((set) =>
    set.articles.map((article) => ({ article, sentences: set.sentences })),
  );
  const asked = sets.flatMap(({ questions }) => questions);
  return {
    *articles() {
      const random = createRandom(11);
      const any = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
      for (let number = 0; ; number++) {
        const source = any(sources);
        if (source === undefined) return;
        const name = nameOf(number);
        const chunks = source.article.map((chunk, nth): IndexChunk => {
          const sentences = sentencesOf(chunk.text).map((own) =>
            random() < 0.5 ? own : (any(source.sentences) ?? own),
          );
          return {
            ...chunk,
            id: `article-${number}#${nth}`,
            articleId: `article-${number}`,
            title: `${chunk.title} ${name}`,
            text: nth === 0 ? `${name}: ${sentences.join(' ')}` : sentences.join(' '),
          };
        });
        yield { articleId: `article-${number}`, chunks };
      }
    },
    questions(count, seed) {
      const random = createRandom(seed);
      return Array.from({ length: count }, () => asked[Math.floor(random() * asked.length)] ?? '');
    },
  };
}

/** The sets whose pages are in the language of their questions. */
export const setNames = [
  'zh-cmrc',
  'en-squad',
  'en-covid-faq',
  'site-howtocook-zh',
  'site-handbook-en',
  'site-k8s-zh',
  'site-koishi-zh',
  'site-rustblog-en',
];

function readTexts(set: string) {
  const articles = readLines<{ readonly id: string; readonly title: string; readonly text: string }>(
    join(folder, set, 'corpus.jsonl'),
  )
    .map(chunksOf)
    .filter(({ length }) => length > 0);
  const questions = readLines<{ readonly text: string }>(join(folder, set, 'queries.jsonl'));
  return {
    articles,
    sentences: articles.flat().flatMap(({ text }) => sentencesOf(text)),
    questions: questions.map(({ text }) => text),
  };
}

const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?。！？\n])/).filter((part) => part.trim() !== '');

/** A word that can be spoken, another one for each number. */
function nameOf(number: number): string {
  let name = '';
  for (let rest = number + 1_000; rest > 0; rest = Math.floor(rest / 64))
    name += 'bcdfglmnprstvwkh'.charAt(rest % 16) + 'aeio'.charAt(Math.floor(rest / 16) % 4);
  return name;
}

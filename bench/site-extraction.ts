import process from 'node:process';
import { readPage } from '../server/adapters/hosts/web/extract/read-page.ts';
import { extractBlocks } from '../server/features/knowledge/indexing/extract.ts';
import { labelledPages, type LabelledPage } from './fixtures/page-structures.ts';

/** How well the article is found in the pages of generators, platforms and themes. */
export interface ExtractionFigures {
  readonly structures: number;
  /** Mean F1 of the words that were taken against those a reader would take. */
  readonly textF1: number;
  /** Shares of pages whose title and date are right. */
  readonly title: number;
  readonly dates: number;
  /** What went wrong, a line each. */
  readonly misses: readonly string[];
}

export const measureExtraction = (pages: readonly LabelledPage[] = labelledPages): ExtractionFigures => {
  const misses: string[] = [];
  let f1 = 0;
  let titles = 0;
  let dates = 0;
  for (const page of pages) {
    const { article, reason } = readPage(page);
    const text = extractBlocks({ format: 'html', text: article?.html ?? '' })
      .map((block) => block.text)
      .join('\n');
    const score = overlap(wordsOf(text.replace(/^```.*$/gm, '')), wordsOf(page.text));
    f1 += score;
    titles += Number(article?.title === page.title);
    dates += Number((article?.published ?? '').slice(0, 10) === page.published);
    if (score < 0.95 || article?.title !== page.title || article.published.slice(0, 10) !== page.published)
      misses.push(
        `${page.name}: F1 ${score.toFixed(2)}, "${article?.title ?? reason}", ${article?.published ?? ''}`,
      );
  }
  return {
    structures: new Set(pages.map(({ name }) => name)).size,
    textF1: f1 / pages.length,
    title: titles / pages.length,
    dates: dates / pages.length,
    misses,
  };
};

/** Words, and characters of scripts that write none. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? [];

const overlap = (found: readonly string[], wanted: readonly string[]): number => {
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of found) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common++;
  }
  return common === 0 ? 0 : (2 * common) / (found.length + wanted.length);
};

export const run = async (): Promise<void> => {
  const { structures, textF1, title, dates, misses } = measureExtraction();
  const share = (value: number) => value.toFixed(3);
  process.stdout.write(
    `structures ${structures}\ntext F1 ${share(textF1)}\ntitle ${share(title)}\ndates ${share(dates)}\n${misses.join('\n')}\n`,
  );
};

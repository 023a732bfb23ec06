import { writeText, readJson } from '../kit/storage.ts';
import { listOf, textOf } from '../kit/coerce.ts';

const key = 'docent-recent-searches';
const most = 6;
const longest = 100;

/** Earlier searches in this browser, newest first. */
export const recentSearches = (): string[] =>
  listOf(readJson(key, 'local'))
    .map((each) => textOf(each, longest).trim())
    .filter((each) => each !== '')
    .slice(0, most);

/** Remembers a search; one that was there already moves to the front. */
export function rememberSearch(keyword: string): void {
  const text = keyword.trim();
  if (text === '' || text.length > longest) return;
  const others = recentSearches().filter((each) => each.toLowerCase() !== text.toLowerCase());
  writeText(key, JSON.stringify([text, ...others].slice(0, most)), 'local');
}

export const forgetSearches = (): void => writeText(key, undefined, 'local');

import { keep, keptJson } from './kept.ts';
import { listOf, textOf } from './unknown.ts';

const key = 'docent-recent-searches';
const most = 6;
const longest = 100;

/** What was searched for in this browser, newest first. */
export const recentSearches = (): string[] =>
  listOf(keptJson(key, 'local'))
    .map((each) => textOf(each, longest).trim())
    .filter((each) => each !== '')
    .slice(0, most);

/** Remembers a search; one that was there already moves to the front. */
export function rememberSearch(keyword: string): void {
  const text = keyword.trim();
  if (text === '' || text.length > longest) return;
  const others = recentSearches().filter((each) => each.toLowerCase() !== text.toLowerCase());
  keep(key, JSON.stringify([text, ...others].slice(0, most)), 'local');
}

export const forgetSearches = (): void => keep(key, undefined, 'local');

import type { ViewContext } from '../answer/context.ts';
import { isWaiting } from './search-api.ts';
import type { Search } from './search-controller.ts';
import { waitText } from './wait-text.ts';

/** Announcement for screen readers when what was found has changed; `undefined` when nothing is new. */
export function announcement(before: Search, now: Search, context: ViewContext): string | undefined {
  const { text } = context;
  const { finding, keyword } = now;
  if (finding === undefined || finding === before.finding) return undefined;
  if (finding === 'searching') return text('searchingNow');
  if (finding === 'off') return text('searchOff');
  if (finding === 'failed') return text('searchFailed');
  if (isWaiting(finding)) return finding.said ?? waitText(finding.waitSeconds, context);
  return finding.length === 0
    ? text('noResultsPlain', { keyword })
    : text('results', { count: finding.length });
}

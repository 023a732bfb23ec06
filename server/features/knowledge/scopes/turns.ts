import { siteSource } from '../../../../contract/articles/scope.ts';
import type { SourceTurn } from '../../../../contract/operator/sources.ts';

/** When each source beside the site answers, by its key. */
export type SourceTurns = () => ReadonlyMap<string, SourceTurn>;

const order: readonly SourceTurn[] = ['first', 'alike', 'after'];

/** The place of a source in the order of the turns; the site, which has none of its own, answers with those that are alike. */
export const turnOf = (turns: ReadonlyMap<string, SourceTurn>, source: string | undefined): number =>
  order.indexOf((source === undefined ? undefined : turns.get(source)) ?? 'alike');

/** The sources, and the site, that still wait in each search of a question: fewer from one to the next, none in the last one. */
export function waitingSources(turns: ReadonlyMap<string, SourceTurn>): readonly (readonly string[])[] {
  const all = [siteSource, ...turns.keys()].map((source) => ({ source, turn: turnOf(turns, source) }));
  const present = [...new Set(all.map(({ turn }) => turn))].toSorted((a, b) => a - b);
  return present.map((now) => all.flatMap(({ source, turn }) => (turn > now ? [source] : [])));
}

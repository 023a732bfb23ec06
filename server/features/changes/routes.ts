import { changes as changesGroup, type ChangeArea } from '../../../contract/operator/changes.ts';
import { implement, type Feature } from '../../http/implement.ts';
import { notFound } from '../../kit/fault.ts';
import { shownChange, type Changes } from './changes.ts';
import type { ChangeRow } from './store.ts';

/** Saves again what was there before a change. Throws `stale` for what was changed since, unless forced. */
type Restore = (change: ChangeRow, how: { readonly by: string; readonly force: boolean }) => Promise<void>;

/** The list of changes, and undoing one. */
export function createChangeList(deps: {
  readonly changes: Changes;
  /** Names of the existing tokens by id. */
  readonly tokenNames: () => Promise<ReadonlyMap<string, string>>;
  /** Restores the values from before a change, by area; changes of other areas cannot be undone. */
  readonly restore: Readonly<Partial<Record<ChangeArea, Restore>>>;
  /** Names of the subjects of an area that are there, by id. */
  readonly subjectNames?: Readonly<Partial<Record<ChangeArea, () => Promise<ReadonlyMap<string, string>>>>>;
}): Feature {
  const { changes } = deps;
  const routes = implement(changesGroup, {
    list: async ({ query }) => {
      const { total, rows } = await changes.page(query);
      const names = await deps.tokenNames();
      const subjects = new Map<ChangeArea, ReadonlyMap<string, string>>();
      for (const one of new Set(rows.map(({ area }) => area)))
        subjects.set(one, (await deps.subjectNames?.[one]?.()) ?? new Map());
      const items = rows.map((row) =>
        shownChange(
          row,
          (by) => nameOf(by, names),
          (area) => deps.restore[area] !== undefined,
          subjects.get(row.area)?.get(row.subject),
        ),
      );
      return { page: query.page, size: query.size, total, items };
    },
    undo: async ({ params, body }, { by }) => {
      const change = await changes.one(params.id);
      const restore = change && deps.restore[change.area];
      if (!restore) throw notFound('Change');
      await restore(change, { by, force: body.force });
      return { saved: true as const };
    },
  });
  return { routes: [routes], everyDay: changes.prune };
}

function nameOf(by: string, tokens: ReadonlyMap<string, string>): string {
  const [kind, id = ''] = by.split(/:(.*)/s);
  return kind === 'user' ? id : kind === 'token' ? (tokens.get(id) ?? '') : '';
}

import { changes as changesGroup } from '../../../contract/operator/changes.ts';
import { implement, type Feature } from '../../http/implement.ts';
import { notFound } from '../../kit/fault.ts';
import { shownChange, type Changes } from './changes.ts';
import type { ChangeRow } from './store.ts';

/** The list of changes, and undoing a change of the settings. */
export function createChangeList(deps: {
  readonly changes: Changes;
  /** Names of the existing tokens by id. */
  readonly tokenNames: () => Promise<ReadonlyMap<string, string>>;
  /** Restores the values from before a change of the settings. */
  readonly restore: (change: ChangeRow, how: { by: string; force: boolean }) => Promise<void>;
}): Feature {
  const { changes } = deps;
  const routes = implement(changesGroup, {
    list: async ({ query }) => {
      const { total, rows } = await changes.page(query);
      const names = await deps.tokenNames();
      const items = rows.map((row) => shownChange(row, (by) => nameOf(by, names)));
      return { page: query.page, size: query.size, total, items };
    },
    undo: async ({ params, body }, { by }) => {
      const change = await changes.one(params.id);
      if (change?.area !== 'settings') throw notFound('Change');
      await deps.restore(change, { by, force: body.force });
      return { saved: true as const };
    },
  });
  return { routes: [routes], everyDay: changes.prune };
}

function nameOf(by: string, tokens: ReadonlyMap<string, string>): string {
  const [kind, id = ''] = by.split(/:(.*)/s);
  return kind === 'user' ? id : kind === 'token' ? (tokens.get(id) ?? '') : '';
}

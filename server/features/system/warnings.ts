import type { SystemWarning } from '../../../contract/system.ts';
import type { DatabaseHealth } from '../../kit/database.ts';

/** What the parts of the service know to be wrong, as one list for the administrator. */
export const createWarnings =
  (deps: {
    readonly health: () => Promise<DatabaseHealth>;
    /** How many articles the site no longer lists that stay in the index until somebody agrees. */
    readonly heldArticles: () => Promise<number>;
    /** Groups of the configuration whose stored values cannot be read. */
    readonly unreadableGroups: () => Promise<readonly string[]>;
    readonly isDataReadableByOthers: boolean;
  }) =>
  async (): Promise<SystemWarning[]> => {
    const { ok, code, reason } = await deps.health();
    // What is asked of a database that cannot be reached must not keep the others from being told.
    const held = await deps.heldArticles().catch(() => 0);
    const groups = await deps.unreadableGroups().catch(() => []);
    const found: (SystemWarning | false)[] = [
      !ok && { code: code === 'disk_full' ? 'disk_full' : 'database_unreachable', message: reason },
      held > 0 && {
        code: 'articles_held',
        message: `The site suddenly misses ${held} articles; they stay in the index until their removal is confirmed`,
      },
      groups.length > 0 && {
        code: 'config_unreadable',
        message: `Stored settings cannot be read, defaults are in force until they are saved again: ${groups.join(', ')}`,
      },
      deps.isDataReadableByOthers && {
        code: 'data_readable',
        message: 'Other users of the machine can read the data folder; its mode should be 0700',
      },
    ];
    return found.filter((warning) => warning !== false);
  };

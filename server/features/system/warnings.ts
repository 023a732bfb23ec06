import type { SystemWarning } from '../../../contract/system.ts';
import type { Database } from '../../kit/database.ts';
import type { Config } from '../config/config.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';

/** Current problems of all parts, as one list for the administrator. */
export const createWarnings =
  (deps: {
    readonly db: Pick<Database, 'health'>;
    readonly knowledge: Pick<Knowledge, 'heldArticles'>;
    readonly config: Pick<Config, 'unreadableGroups'>;
    readonly isDataReadableByOthers?: boolean;
    readonly modelsProblem?: () => string;
  }) =>
  async (): Promise<SystemWarning[]> => {
    const { ok, code, reason } = await deps.db.health();
    // An unreachable database must not hide the other warnings.
    const held = await deps.knowledge.heldArticles().catch(() => 0);
    const groups = await deps.config.unreadableGroups().catch(() => []);
    const modelsProblem = deps.modelsProblem?.() ?? '';
    const found: (SystemWarning | false)[] = [
      !ok && { code: code === 'disk_full' ? 'disk_full' : 'database_unreachable', message: reason },
      held > 0 && {
        code: 'articles_held',
        message: `The site suddenly misses ${held} articles; they stay in the index until their removal is confirmed`,
      },
      groups.length > 0 && {
        code: 'config_unreadable',
        message: `Stored settings cannot be read, defaults are in force until they are saved again: ${groups.join(', ')}`,
        names: [...groups],
      },
      modelsProblem !== '' && {
        code: 'models_file',
        message: `The models file cannot be used; the models stay as they were: ${modelsProblem}`,
      },
      deps.isDataReadableByOthers === true && {
        code: 'data_readable',
        message: 'Other users of the machine can read the data folder; its mode should be 0700',
      },
    ];
    return found.filter((warning) => warning !== false);
  };

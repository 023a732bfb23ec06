import type { SystemWarning } from '../../../contract/system.ts';
import { isUnwritable, type Database } from '../../kit/database.ts';
import type { Config } from '../config/config.ts';
import { explained, inField, wordsInCell } from '../../kit/explained.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';

/** Current problems of all parts, as one list for the administrator. */
export const createWarnings =
  (deps: {
    readonly db: Pick<Database, 'health'>;
    readonly knowledge: Pick<Knowledge, 'heldArticles'>;
    readonly config: Pick<Config, 'unreadableGroups'>;
    readonly isDataReadableByOthers?: boolean | undefined;
    readonly modelsProblem?: (() => string) | undefined;
  }) =>
  async (): Promise<SystemWarning[]> => {
    const { ok, code, reason } = await deps.db.health();
    // An unreachable database must not hide the other warnings.
    const holds = await deps.knowledge.heldArticles().catch(() => new Map<string, number>());
    const held = [...holds.values()].reduce((sum, one) => sum + one, 0);
    const groups = await deps.config.unreadableGroups().catch(() => []);
    const modelsProblem = deps.modelsProblem?.() ?? '';
    const found: (SystemWarning | false)[] = [
      !ok && {
        code: isUnwritable(code) ? code : 'database_unreachable',
        ...inField('message', wordsInCell(reason)),
      },
      held > 0 && {
        code: 'articles_held',
        ...inField('message', explained('articles_held', { count: held })),
      },
      groups.length > 0 && {
        code: 'config_unreadable',
        ...inField('message', explained('config_unreadable', { groups: groups.join(', ') })),
        names: [...groups],
      },
      modelsProblem !== '' && {
        code: 'models_file',
        ...inField('message', explained('models_file_kept', { reason: wordsInCell(modelsProblem) })),
      },
      deps.isDataReadableByOthers === true && {
        code: 'data_readable',
        ...inField('message', explained('data_readable')),
      },
    ];
    return found.filter((warning) => warning !== false);
  };

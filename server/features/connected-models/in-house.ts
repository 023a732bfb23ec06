import { explained } from '../../kit/explained.ts';
import { conflict } from '../../kit/fault.ts';
import type { InHouseAdmin } from '../../ports/in-house-models.ts';
import type { Changes } from '../changes/changes.ts';

type Asked = { readonly params: { readonly id: string } };
type Asker = { readonly by: string };
const saved = { saved: true } as const;

/** Installing and removing models that this process runs itself; each is in the list of changes. */
export function inHouseHandlers({
  inHouse,
  record,
}: {
  readonly inHouse?: InHouseAdmin | undefined;
  readonly record: Changes['record'];
}) {
  const own = (): InHouseAdmin => {
    if (!inHouse) throw conflict(explained('models_fixed'));
    return inHouse;
  };
  return {
    inHouse: async () => ({
      models: (inHouse?.list() ?? []).map(({ problem, ...model }) => ({
        ...model,
        ...(problem && { problem: problem.text }),
        ...(problem?.explanation && { explanation: problem.explanation }),
      })),
    }),
    install: async ({ params: { id } }: Asked, { by }: Asker) => {
      own().install(id);
      await record({ area: 'models', action: 'add', subject: id, by });
      return saved;
    },
    stop: async ({ params: { id } }: Asked) => {
      own().stop(id);
      return saved;
    },
    removeInHouse: async ({ params: { id } }: Asked, { by }: Asker) => {
      await own().remove(id);
      await record({ area: 'models', action: 'remove', subject: id, by });
      return saved;
    },
  };
}

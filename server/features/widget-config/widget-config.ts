import { widgetConfig } from '../../../contract/widget-config.ts';
import { publicView } from '../../../contract/widget-view.ts';
import { implement } from '../../http/implement.ts';
import type { Config } from '../config/config.ts';
import type { PublicPet } from '../pets/pets.ts';

export interface WidgetConfigDeps {
  readonly config: Pick<Config, 'all'>;
  /** The confirmed pet or built-in skin of an id. */
  readonly publicPet: (id: string) => Promise<PublicPet | undefined>;
}

/** What pages may know of the configuration (spec 2.4). */
export const widgetConfigRoutes = ({ config, publicPet }: WidgetConfigDeps) =>
  implement(widgetConfig, {
    read: async () => {
      const groups = await config.all();
      const { enabled, petId, size } = groups.pet;
      const pet = enabled && petId !== '' ? await publicPet(petId) : undefined;
      return { ...publicView(groups), ...(pet && { pet: { ...pet, size } }) };
    },
  });

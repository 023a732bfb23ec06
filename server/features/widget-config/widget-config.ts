import { modelNamed } from '../../kit/model-named.ts';
import { widgetConfig } from '../../../contract/widget/widget-config.ts';
import { publicView } from '../../../contract/widget/widget-view.ts';
import { implement, type Feature } from '../../http/implement.ts';
import { isDatabaseUnavailable } from '../../kit/database.ts';
import type { ModelInfo, Models } from '../../ports/models.ts';
import type { Config } from '../config/config.ts';
import type { PublicPet } from '../pets/pets.ts';
import type { Sightings } from './sightings.ts';

export interface WidgetConfigDeps {
  readonly config: Pick<Config, 'all'>;
  readonly models: Pick<Models, 'list' | 'defaultOf'>;
  readonly siteTitle: (language: string) => string;
  /** Questions from the site's headings, in a language. */
  readonly welcomeQuestions: (language: string) => Promise<readonly string[]>;
  /** Whether the site has parts that visitors can choose. */
  readonly hasScopes: () => Promise<boolean>;
  /** The confirmed pet or built-in skin with this id. */
  readonly publicPet: (id: string) => Promise<PublicPet | undefined>;
  readonly sightings: Pick<Sightings, 'note'>;
}

/** Public configuration for pages (spec 2.4), with facts about the site. */
export function createWidgetConfig({
  config,
  models,
  siteTitle,
  welcomeQuestions,
  hasScopes,
  publicPet,
  sightings,
}: WidgetConfigDeps): Feature {
  let last: { readonly id: string; readonly pet: PublicPet | undefined } | undefined;

  /** The pet; during an outage of the database the last known one. */
  const petOf = async (id: string): Promise<PublicPet | undefined> => {
    try {
      last = { id, pet: await publicPet(id) };
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
    return last?.id === id ? last.pet : undefined;
  };

  const routes = implement(widgetConfig, {
    read: async (_, { language, headers, origin }) => {
      void sightings.note(headers, origin);
      const groups = await config.all();
      const { enabled, petId, size } = groups.pet;
      const pet = enabled && petId !== '' ? await petOf(petId) : undefined;
      const chatModel = modelNamed(models, 'chat', groups.models.aiFoundationChatModelName);
      const view = publicView(groups);
      const title = siteTitle(language);
      const questions =
        view.shortcuts.length > 0 ? [] : await welcomeQuestions(language === 'zh' ? 'zh-CN' : language);
      return {
        ...view,
        reasoningAvailable: canReason(chatModel),
        quotesArticles: chatModel?.builtin ?? true,
        ...(title !== '' && { siteTitle: title }),
        ...(questions.length > 0 && { suggestions: [...questions] }),
        ...(view.searchEnabled && (await hasScopes()) && { searchScopes: true }),
        ...(pet && { pet: { ...pet, size } }),
      };
    },
  });
  return { routes: [routes] };
}

/** True when the chat model supports reasoning, or lists no features at all. */
function canReason(model: ModelInfo | undefined): boolean {
  if (model === undefined || model.builtin) return false;
  return model.features.length === 0 || model.features.includes('reasoning');
}

import type { InterfaceLanguage } from '../../contract/site/interface-language.ts';
import type { PageName } from '../page-groups.ts';
import { pageTexts as chat } from '../pages/chat/texts.ts';
import { pageTexts as chunking } from '../pages/chunking/texts.ts';
import { pageTexts as enhancement } from '../pages/enhancement/texts.ts';
import { pageTexts as excerpts } from '../pages/excerpts/texts.ts';
import { pageTexts as integrations } from '../pages/integrations/texts.ts';
import { pageTexts as mindmap } from '../pages/mindmap/texts.ts';
import { pageTexts as models } from '../pages/models/texts.ts';
import { pageTexts as retrieval } from '../pages/retrieval/texts.ts';
import { pageTexts as search } from '../pages/search/texts.ts';
import { pageTexts as system } from '../pages/system/texts.ts';
import { pageTexts as usage } from '../pages/usage/texts.ts';
import { pageTexts as writing } from '../pages/writing/texts.ts';

/** A setting that can be jumped to. */
export interface FoundSetting {
  readonly label: string;
  readonly page: PageName;
  readonly to: string;
}

type Fields = Readonly<Record<string, { readonly label: string }>>;

/** The part of the system page on which a setting is. */
const partsOfSystem = {
  access: ['allowedOrigins'],
  privacy: ['logRetentionDays', 'hashAddresses', 'maskPersonalData'],
} as const;

const only = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));

/** Every setting by the label it has on its page. */
export function settingsIn(language: InterfaceLanguage): readonly FoundSetting[] {
  const of = (page: PageName, fields: Fields, query = '') =>
    Object.entries(fields).map(([name, { label }]) => ({
      label,
      page,
      to: `/${page}?field=${name}${query}`,
    }));
  const usageFields = ['ceilings', 'perDay', 'perHour', 'whitelist'] as const;
  const modelFields = ['rerankEnabled', 'rewriteEnabled', 'dimensions'] as const;
  return [
    ...of('chat', chat[language].fields),
    ...of('retrieval', retrieval[language].fields),
    ...of('enhancement', enhancement[language].fields),
    ...of('chunking', chunking[language].fields),
    ...of('search', search[language].fields),
    ...of('mindmap', mindmap[language].fields, '&part=settings'),
    ...of('excerpts', excerpts[language].fields, '&part=settings'),
    ...of('writing', writing[language].fields, '&part=settings'),
    ...of('integrations', integrations[language].fields),
    ...Object.entries(partsOfSystem).flatMap(([part, names]) =>
      of('system', only(system[language].fields, names), `&part=${part}`),
    ),
    ...usageFields.map((name) => ({ label: usage[language][name], page: 'usage' as const, to: '/usage' })),
    ...modelFields.map((name) => ({ label: models[language][name], page: 'models' as const, to: '/models' })),
  ];
}

import type { GroupName } from '../../../contract/config/groups.ts';
import type { Change, ChangeArea } from '../../../contract/operator/changes.ts';
import type { InterfaceLanguage } from '../../../contract/site/interface-language.ts';
import { commonTexts } from '../../text/shared-texts.ts';
import { pageTexts as account } from '../account/texts.ts';
import { pageTexts as chat } from '../chat/texts.ts';
import { pageTexts as chunking } from '../chunking/texts.ts';
import { answerNames } from '../curated-answers/draft.ts';
import { pageTexts as curated } from '../curated-answers/texts.ts';
import { pageTexts as enhancement } from '../enhancement/texts.ts';
import { datasetTexts } from '../evaluations/dataset-texts.ts';
import { pageTexts as excerpts } from '../excerpts/texts.ts';
import { pageTexts as integrations } from '../integrations/texts.ts';
import { routeNames } from '../intent-routes/draft.ts';
import { pageTexts as routes } from '../intent-routes/texts.ts';
import { pageTexts as mindmap } from '../mindmap/texts.ts';
import { connectTexts } from '../models/connect/texts.ts';
import { pageTexts as models } from '../models/texts.ts';
import { noticeNames } from '../notices/notice-fields.ts';
import { pageTexts as notices } from '../notices/texts.ts';
import { pageTexts as pets } from '../pets/texts.ts';
import { pageTexts as retrieval } from '../retrieval/texts.ts';
import { pageTexts as search } from '../search/texts.ts';
import { connectTexts as siteTexts } from '../site/connect-texts.ts';
import { sourceTexts } from '../site/sources/source-texts.ts';
import { limitNames } from '../usage/limits-draft.ts';
import { pageTexts as usage } from '../usage/texts.ts';
import { pageTexts as writing } from '../writing/texts.ts';
import { changeTexts } from './change-texts.ts';
import { pageTexts as system } from './texts.ts';

type Names = Readonly<Record<string, string>>;
type Fields = Readonly<Record<string, { readonly label: string }>>;

/** What the field of a change is called on the page where it is set. */
export function changeNames(language: InterfaceLanguage): (change: Named, field: string) => string {
  const areas = namesByArea(language);
  const groups = namesByGroup(language);
  const { ceilingOf } = usage[language];
  const { caseOf } = changeTexts[language];
  const facts: Names = changeTexts[language].facts;
  return ({ area, subject }, field) => {
    if (area === 'limits' && field.startsWith(ceilingPrefix))
      return ceilingOf(field.slice(ceilingPrefix.length));
    if (area === 'datasets' && field.startsWith(casePrefix)) return caseOf(field.slice(casePrefix.length));
    const names = area === 'settings' ? groups[subject as GroupName] : areas[area];
    return names?.[field] ?? facts[field] ?? field;
  };
}

type Named = Pick<Change, 'area' | 'subject'>;

const ceilingPrefix = 'ceiling: ';
const casePrefix = 'case: ';

/** What the parts of a value are called, such as those of a case or of a source. */
export function partNames(language: InterfaceLanguage): Names {
  const dataset = datasetTexts[language];
  const shared = changeTexts[language].parts;
  return {
    ...shared,
    question: dataset.question,
    referenceAnswer: dataset.reference,
    expectedSources: dataset.sources,
    tags: dataset.tags,
    promptPerMillion: connectTexts[language].priceIn,
    completionPerMillion: connectTexts[language].priceOut,
    perImage: connectTexts[language].pricePicture,
    currency: connectTexts[language].currency,
  };
}

const labelsOf = (fields: Fields): Names =>
  Object.fromEntries(Object.entries(fields).map(([name, { label }]) => [name, label]));

function namesByGroup(language: InterfaceLanguage): Readonly<Record<GroupName, Names>> {
  const { cards, dimensions, rerankEnabled, rewriteEnabled } = models[language];
  const settings = labelsOf(system[language].fields);
  return {
    models: {
      aiFoundationChatModelName: cards.chat.title,
      aiFoundationEmbeddingModelName: cards.embedding.title,
      aiFoundationRerankModelName: cards.rerank.title,
      aiFoundationQueryRewriteModelName: cards.rewrite.title,
      embeddingDimensions: dimensions,
      rerankEnabled,
      queryRewriteEnabled: rewriteEnabled,
    },
    chunking: labelsOf(chunking[language].fields),
    retrieval: labelsOf(retrieval[language].fields),
    enhancement: labelsOf(enhancement[language].fields),
    chat: {
      ...labelsOf(chat[language].fields),
      widgetTexts: chat[language].wording,
      shortcutItems: chat[language].shortcuts,
      shortcutQuestions: chat[language].shortcuts,
    },
    excerpt: labelsOf(excerpts[language].fields),
    writing: { ...labelsOf(writing[language].fields), writingModel: writing[language].writingModel },
    search: labelsOf(search[language].fields),
    mindmap: labelsOf(mindmap[language].fields),
    pet: { ...labelsOf(pets[language].fields), petId: pets[language].shownPet },
    privacy: settings,
    integrations: labelsOf(integrations[language].fields),
    access: settings,
  };
}

function namesByArea(language: InterfaceLanguage): Readonly<Partial<Record<ChangeArea, Names>>> {
  const { texts: limits, model, site, token } = textsOf(language);
  return {
    limits: { ...limitNames(limits), ceilings: limits.ceilings, visitorLimits: limits.visitors },
    routes: { ...routeNames(routes[language]), ...changeTexts[language].route },
    curatedAnswers: answerNames(curated[language]),
    datasets: {
      name: datasetTexts[language].name,
      description: datasetTexts[language].description,
      cases: datasetTexts[language].cases,
    },
    models: {
      name: model.name,
      kind: model.kind,
      baseUrl: model.address,
      model: model.model,
      key: model.key,
      keyVariable: model.keyVariable,
      dimensions: model.dimensions,
      queryPrefix: model.queryPrefix,
      passagePrefix: model.passagePrefix,
      readsImages: model.readsImages,
      fallback: model.fallback,
      price: model.prices,
      order: commonTexts[language].order,
      ...model.kinds,
    },
    site: { address: site.address, kind: site.platform, credentials: site.credentials },
    sources: sourceNames(language),
    tokens: { scope: token.scope, hint: token.hint, expiresAt: token.end },
    notices: noticeNames(notices[language]),
    pets: {
      name: pets[language].name,
      style: pets[language].style,
      masterStatus: pets[language].master,
      ...changeTexts[language].pet,
    },
  };
}

const sourceNames = (language: InterfaceLanguage): Names => {
  const { name, kind, address, folder, ending, everyHours, pages, turn, confirmedGone, credentials } =
    sourceTexts[language];
  return {
    name,
    kind,
    address,
    folder,
    ending,
    platform: siteTexts[language].platform,
    everyHours,
    pages,
    turn,
    confirmedGone,
    credentials,
  };
};

const textsOf = (language: InterfaceLanguage) => ({
  texts: usage[language],
  model: connectTexts[language],
  site: siteTexts[language],
  token: account[language],
});

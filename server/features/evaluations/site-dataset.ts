import {
  evaluationLimits,
  type Dataset,
  type EvaluationCase,
} from '../../../contract/evaluations/evaluations.ts';
import type { Article, ArticleHead, Host } from '../../ports/host.ts';
import { builtinDataset } from './template.ts';

/** A heading of an article and the beginning of its text. */
export interface ArticleSection {
  readonly heading: string;
  readonly text: string;
}

export interface SiteDatasetDeps {
  readonly catalogue: { readonly heads: () => Promise<readonly ArticleHead[]> };
  readonly host: Pick<Host, 'article'>;
  readonly sections: (article: Article) => Promise<readonly ArticleSection[]>;
}

const maxArticles = 12;
const sectionsEach = 2;
/** Length of a reference answer, in UTF-16 units. */
const referenceLength = 400;

/**
 * The initial dataset of a site, generated from its articles without a model: some articles spread over the list, with
 * questions from their first headings; and one question that no site answers. `undefined` for a site without articles.
 * Cached until these articles change.
 */
export function createSiteDataset(deps: SiteDatasetDeps): () => Promise<Dataset | undefined> {
  let known: { readonly mark: string; readonly dataset: Dataset } | undefined;
  return async () => {
    const heads = (await deps.catalogue.heads()).filter(({ visibility }) => visibility === 'public');
    const chosen = spread(heads, maxArticles);
    if (chosen.length === 0) return undefined;
    const mark = chosen.map(({ id, revision }) => `${id} ${revision}`).join('\n');
    if (known?.mark === mark) return known.dataset;
    const cases: EvaluationCase[] = [];
    for (const head of chosen) {
      const article = await deps.host.article(head.id);
      if (article) cases.push(...casesOf(article, await deps.sections(article)));
    }
    const dataset = { ...builtinDataset, ...description, cases: [...cases, unanswered(cases)] };
    known = { mark, dataset };
    return dataset;
  };
}

const description = {
  name: 'Questions about this site / 本站问题',
  description:
    'Drawn from the headings of your own articles, without a model. Correct what is unclear and add what visitors really ask. 根据本站文章的标题生成，未调用模型；请修改不清楚的问题，并补充访客真正会问的问题。',
};

/** At most `most` elements, evenly spread over the list. */
function spread<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  return list.filter(
    (_, place) => Math.floor((place * most) / list.length) !== Math.floor(((place - 1) * most) / list.length),
  );
}

function casesOf({ id, title }: Article, sections: readonly ArticleSection[]): EvaluationCase[] {
  const named = sections.filter(({ heading, text }) => heading !== '' && heading !== title && text !== '');
  return named.slice(0, sectionsEach).map(({ heading, text }, place) => ({
    id: `site-${id}-${place + 1}`.slice(-evaluationLimits.idLength),
    question: questionOf(title, heading),
    referenceAnswer: text.slice(0, referenceLength),
    expectedSources: [title.slice(0, evaluationLimits.labelLength)],
    tags: ['own-site'],
  }));
}

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);

/** A heading that is a question is used unchanged. */
function questionOf(title: string, heading: string): string {
  if (/[?？]$/.test(heading)) return heading;
  return isHan(heading)
    ? `《${title}》里关于“${heading}”是怎么说的？`
    : `What does “${title}” say about “${heading}”?`;
}

/** A question that no site answers, in the language of most of the others. */
const unanswered = (others: readonly EvaluationCase[]): EvaluationCase => ({
  id: `site-unanswered-${others.length}`,
  ...(others.filter(({ question }) => isHan(question)).length * 2 > others.length
    ? { question: '人类带回的第一块月球岩石重多少克？', referenceAnswer: '本站没有写到。' }
    : {
        question: 'What was the exact weight of the first moon rock in grams?',
        referenceAnswer: 'This site does not answer that.',
      }),
  expectedSources: [],
  tags: ['not-covered'],
});

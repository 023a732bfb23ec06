import type { RouteBody } from '../../../../contract/intent-routes/route-fields.ts';
import { explained, inEnglish } from '../../../kit/explained.ts';
import { unavailable } from '../../../kit/fault.ts';
import type { Trace } from '../../../kit/trace.ts';
import type { AskModel, Asker } from '../ask-model.ts';
import { guessLanguage } from '../../../text/language.ts';
import { failurePolicy, processors } from './processors.ts';
import { reasonOf } from '../../../kit/reason.ts';
import type { ArticleFacets } from './article-facets.ts';
import type { Articles, StepContext } from './step.ts';

/** One run of a pipeline for a question. */
export interface Run extends Asker {
  readonly question: string;
  readonly trace: Trace;
}

export interface RunResult {
  readonly articles: Articles;
  /** True when a model was asked, which may have a cost. */
  readonly askedModel: boolean;
}

export type RunPipeline = (steps: RouteBody['pipeline'], run: Run) => Promise<RunResult>;

type Step = RouteBody['pipeline'][number];

/** Maximum of articles shown for a stage. */
const shownArticles = 20;

/**
 * Runs a pipeline over the public articles and records every stage. A failing step empties or keeps the list, by its
 * `onFailure`. Throws errors of the catalogue, and the reason of the signal.
 */
export function createPipeline(deps: {
  readonly facets: () => Promise<ArticleFacets>;
  readonly askModel: AskModel;
}): RunPipeline {
  return async (steps, run) => {
    const { trace } = run;
    const facets = await trace.run('fetch_posts', 'Articles of the site', deps.facets, ({ articles }) => ({
      detail: explained('trace_public', { count: articles.length }),
      data: { totalPosts: articles.length },
    }));
    if (steps.length === 0) {
      trace.add('pipeline', 'Pipeline', { status: 'skipped', detail: explained('trace_no_steps') });
      return { articles: [], askedModel: false };
    }
    const isForeign = foreignTo(run.question, facets);
    let articles: Articles = facets.articles.toSorted((a, b) => Number(isForeign(a)) - Number(isForeign(b)));
    let askedModel = false;
    for (const [index, step] of steps.entries()) {
      const result = await runStep(deps.askModel, { ...run, facets, isForeign, articles, index, step });
      articles = result.articles;
      askedModel ||= result.askedModel;
    }
    return { articles, askedModel };
  };
}

/** Minimum number of articles in a language for the site to count as published in it. */
const minArticlesOfLanguage = 5;

/** Recognizes the articles in other languages than the question's, on a site that is published in several. */
function foreignTo(question: string, { articles, languageOf }: ArticleFacets): StepContext['isForeign'] {
  const language = guessLanguage(question);
  const own = articles.filter((article) => languageOf(article) === language).length;
  const isInSeveral = own >= minArticlesOfLanguage && articles.length - own >= minArticlesOfLanguage;
  return (article) => isInSeveral && languageOf(article) !== language;
}

interface StepRun extends Run {
  readonly facets: ArticleFacets;
  readonly isForeign: StepContext['isForeign'];
  readonly articles: Articles;
  readonly index: number;
  readonly step: Step;
}

async function runStep(model: AskModel, step: StepRun): Promise<RunResult> {
  const { trace, signal, articles, index } = step;
  const { type, params } = step.step;
  const { label, run } = processors[type];
  const startedAt = trace.now();
  const name = `pipeline_step_${index}`;
  const warnings: string[] = [];
  let askedModel = false;
  try {
    const kept = await run(articles, params, {
      question: step.question,
      facets: step.facets,
      isForeign: step.isForeign,
      canAsk: () => model.canAsk(step),
      warn: (text) => void warnings.push(text),
      ask: async (request) => {
        if (!(await model.canAsk(step))) throw unavailable(explained('model_needed', { what: request.what }));
        askedModel = true;
        return model.ask({ ...request, temperature: 0, json: true, scenario: 'intent_pipeline' }, step);
      },
    });
    trace.add(name, label, stageOf(step, kept, warnings), startedAt);
    return { articles: kept, askedModel };
  } catch (error) {
    signal.throwIfAborted();
    const policy = failurePolicy(params);
    const reason = reasonOf(error);
    const detail = explained(policy === 'keep' ? 'trace_step_kept' : 'trace_step_emptied', { reason });
    const data = { type, error: inEnglish(reason), failurePolicy: policy };
    trace.add(name, label, { status: 'fallback', detail, data }, startedAt);
    return { articles: policy === 'keep' ? articles : [], askedModel };
  }
}

/** Trace of a step. */
function stageOf({ articles, step }: StepRun, kept: Articles, warnings: readonly string[]) {
  const shown = kept.slice(0, shownArticles);
  const filteredAll = articles.length > 0 && kept.length === 0;
  return {
    ...(filteredAll && { status: 'fallback' as const, statusLabel: 'all filtered' }),
    detail: [
      explained('trace_narrowed', { before: articles.length, after: kept.length }).text,
      ...warnings,
    ].join('; '),
    data: {
      type: step.type,
      in: articles.length,
      out: kept.length,
      params: step.params,
      titles: shown.map(({ title }) => title),
      posts: shown.map(({ title, url, publishedAt }) => ({ title, url, publishTime: publishedAt })),
    },
  };
}

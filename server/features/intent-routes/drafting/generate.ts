import { z } from 'zod';
import type { Reply } from '../../../../contract/endpoint.ts';
import type { intentRoutes } from '../../../../contract/intent-routes/intent-routes.ts';
import { RouteBody } from '../../../../contract/intent-routes/route-fields.ts';
import { wordsOf } from '../../../../contract/wording.ts';
import { jsonObjectIn } from '../../../model-calls/model-json.ts';
import { explained, inEnglish } from '../../../kit/explained.ts';
import { invalid, unavailable } from '../../../kit/fault.ts';
import type { Message } from '../../../ports/models.ts';
import type { AskModel } from '../ask-model.ts';
import { heuristicDraft, type RoughDraft } from './heuristic-draft.ts';
import { draftPrompt, ModelDraft, repairPrompt, type SiteWords } from './draft-prompt.ts';
import { explainRoute } from './explain-route.ts';
import { freeIdFrom } from '../route-id.ts';
import { normalizePipeline } from '../pipeline/normalize-pipeline.ts';
import { reasonOf } from '../../../kit/reason.ts';
import { reviewRoute } from './review-route.ts';
import type { KnownRoute, RouteCache } from '../route-cache.ts';
import type { ArticleFacets } from '../pipeline/article-facets.ts';

/** Maximum of names and routes in the prompt. */
const maxNames = 100;
const maxRoutes = 50;
const draftMs = 60_000;

export type Generated = Reply<(typeof intentRoutes)['endpoints']['generate']>;

/**
 * Drafts a route from a description; nothing is saved. A language model writes it, with one retry after a rejected
 * draft; without a model, or when it fails, heuristics do.
 */
export function createGenerate(deps: {
  readonly routes: Pick<RouteCache, 'all'>;
  readonly facets: () => Promise<ArticleFacets>;
  readonly askModel: AskModel;
}): (requirement: string, signal: AbortSignal) => Promise<Generated> {
  return async (requirement, signal) => {
    const routes = await deps.routes.all();
    const facets = await deps.facets();
    const site = siteWords(facets, routes);
    const { rough, how } = await roughDraft(deps.askModel, requirement, site, signal);
    const draft = draftOf(rough, new Set(routes.map(({ id }) => id)));
    const issues = reviewRoute(draft, {
      ...facets,
      otherPatterns: routes.flatMap(({ triggerPatterns }) => triggerPatterns),
    });
    return {
      draft,
      issues,
      explanations: rough.unsupported.includes(requirement)
        ? [how, 'Nothing in the wish was understood: name a tag, a category, words to look for or an order.']
        : [how, ...explainRoute(draft)],
      unsupportedRequirements: [...rough.unsupported],
    };
  };
}

async function roughDraft(askModel: AskModel, requirement: string, site: SiteWords, signal: AbortSignal) {
  const byRules = (how: string) => ({ rough: heuristicDraft(requirement, site), how });
  if (!(await askModel.canAsk())) {
    return byRules('Drafted by built-in rules, because no language model is connected; check it closely.');
  }
  try {
    const rough = await draftByModel(askModel, draftPrompt(requirement, site), signal);
    return { rough, how: 'Drafted by the language model.' };
  } catch (error) {
    signal.throwIfAborted();
    return byRules(
      `Drafted by built-in rules, because the language model failed: ${inEnglish(reasonOf(error))}.`,
    );
  }
}

/** One attempt and one retry. Throws `unavailable` when both are rejected, and the errors of the model. */
async function draftByModel(askModel: AskModel, prompt: Message[], signal: AbortSignal): Promise<RoughDraft> {
  const ask = (messages: Message[]) =>
    askModel.ask(
      {
        what: 'drafting an intent route',
        timeoutMs: draftMs,
        messages,
        temperature: 0.2,
        maxTokens: 2_400,
        json: true,
        scenario: 'intent_route_generate',
      },
      { signal },
    );
  const answer = await ask(prompt);
  const first = readDraft(answer);
  if ('rough' in first) return first.rough;
  const second = readDraft(await ask(repairPrompt(prompt, answer, first.problem)));
  if ('rough' in second) return second.rough;
  throw unavailable(explained('model_not_route'));
}

/** Parses a model's draft, or describes the problem. */
function readDraft(answer: string): { readonly rough: RoughDraft } | { readonly problem: string } {
  const parsed = ModelDraft.safeParse(jsonObjectIn(answer));
  if (!parsed.success) return { problem: z.prettifyError(parsed.error).slice(0, 1_000) };
  const rough = { ...parsed.data, pipeline: normalizePipeline(parsed.data.pipeline) };
  const saved = RouteBody.safeParse(rough);
  return saved.success ? { rough } : { problem: saved.error.issues.map(({ message }) => message).join('; ') };
}

/** The draft with a new id, disabled. */
function draftOf(rough: RoughDraft, taken: ReadonlySet<string>) {
  const parsed = RouteBody.safeParse({ ...rough, pipeline: normalizePipeline(rough.pipeline) });
  const issue = parsed.error?.issues[0];
  if (!parsed.success) throw invalid(issue ? wordsOf(issue) : explained('model_not_route'));
  return { ...parsed.data, id: freeIdFrom(rough.displayName, taken), enabled: false as const };
}

const siteWords = (facets: ArticleFacets, routes: readonly KnownRoute[]): SiteWords => ({
  tags: namesOf(facets.articles.map(({ tags }) => tags)),
  categories: namesOf(facets.articles.map(({ categories }) => categories)),
  routes: routes
    .slice(0, maxRoutes)
    .map(({ id, displayName, triggerPatterns }) => ({ id, displayName, triggerPatterns })),
});

/** Most used names first. */
function namesOf(lists: readonly (readonly { readonly name: string }[])[]): string[] {
  const uses = new Map<string, number>();
  for (const { name } of lists.flat()) uses.set(name, (uses.get(name) ?? 0) + 1);
  return [...uses]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxNames)
    .map(([name]) => name);
}

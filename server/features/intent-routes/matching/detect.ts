import { explained } from '../../../kit/explained.ts';
import { notFound } from '../../../kit/fault.ts';
import type { Trace } from '../../../kit/trace.ts';
import type { AskModel, Asker } from '../ask-model.ts';
import { detectPrompt } from '../prompt.ts';
import type { KnownRoute, RouteCache } from '../route-cache.ts';
import { createTriggerIndex } from './trigger-index.ts';

const detectMs = 2_000;
/** Maximum of routes offered to the model, by priority. */
const maxOffered = 50;

/** A question to be matched with a route. */
export interface DetectRequest extends Asker {
  readonly question: string;
  readonly intentRouteId?: string | undefined;
  readonly trace: Trace;
}

export interface Detected {
  readonly route: KnownRoute | undefined;
  /** True when a model was asked, which may have a cost. */
  readonly askedModel: boolean;
}

/**
 * Finds the route of a question: the named one, otherwise the first with a matching pattern, otherwise the one chosen
 * by a model among those that allow it. Throws `not-found` for a named route that is unknown or disabled.
 */
export function createDetect(deps: {
  readonly routes: Pick<RouteCache, 'all'>;
  readonly askModel: AskModel;
}): (ask: DetectRequest) => Promise<Detected> {
  let compiled: Router | undefined;
  const router = async (): Promise<Router> => {
    const routes = await deps.routes.all();
    if (compiled?.routes !== routes) compiled = compileRouter(routes);
    return compiled;
  };

  return async (ask) => {
    const { byId, first, offered } = await router();
    if (ask.intentRouteId !== undefined) {
      const route = byId.get(ask.intentRouteId);
      if (!route) throw notFound('Intent route');
      return { route, askedModel: false };
    }
    const route = first(ask.question);
    const settled = route !== undefined || offered.length === 0 || !(await deps.askModel.canAsk(ask));
    if (settled) return { route, askedModel: false };
    return { route: await chooseByModel(deps.askModel, ask, offered), askedModel: true };
  };
}

interface Router {
  readonly routes: readonly KnownRoute[];
  readonly byId: ReadonlyMap<string, KnownRoute>;
  readonly first: (question: string) => KnownRoute | undefined;
  readonly offered: readonly KnownRoute[];
}

function compileRouter(routes: readonly KnownRoute[]): Router {
  const enabled = routes.filter((route) => route.enabled);
  return {
    routes,
    byId: new Map(enabled.map((route) => [route.id, route])),
    first: createTriggerIndex(enabled),
    offered: enabled.filter(({ llmFallback }) => llmFallback).slice(0, maxOffered),
  };
}

/** No reply, a failure or an unknown route leaves the question to retrieval. */
async function chooseByModel(
  model: AskModel,
  ask: DetectRequest,
  offered: readonly KnownRoute[],
): Promise<KnownRoute | undefined> {
  const choose = async () => {
    const answer = await model.ask(
      {
        what: 'recognising what a question is meant for',
        timeoutMs: detectMs,
        messages: detectPrompt(ask.question, offered),
        temperature: 0,
        maxTokens: 32,
        scenario: 'intent_detect',
      },
      ask,
    );
    const result = routeIn(answer, offered);
    return { result, detail: result?.id ?? explained('trace_no_route') };
  };
  const { signal } = ask;
  return ask.trace.attempt('intent_detect', 'Intent by model', choose, { signal, otherwise: undefined });
}

/** The offered route that a reply names by id or number, ignoring punctuation. */
function routeIn(answer: string, offered: readonly KnownRoute[]): KnownRoute | undefined {
  const [named = ''] = /[a-z0-9][a-z0-9-]*/.exec(answer.trim().toLowerCase()) ?? [];
  const whole = answer
    .trim()
    .toLowerCase()
    .replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
  if (named !== whole) return undefined;
  return offered.find(({ id }) => id === named) ?? offered[Number(named) - 1];
}

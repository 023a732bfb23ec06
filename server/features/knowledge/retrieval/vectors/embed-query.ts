import { withTimeout } from '../../../../work/timeout.ts';
import type { Models, Scenario } from '../../../../ports/models.ts';
import { contentTerms } from '../../../../text/text.ts';
import { requestText } from '../../../../model-calls/request-text.ts';
import { checkVectors, isInForce, parseSignature } from '../../indexing/embed.ts';
import type { LiveIndex } from '../../live-index.ts';
import { hypotheticalPrompt } from '../prompt.ts';
import { explained, type ExplainedText } from '../../../../kit/explained.ts';
import type { Config } from '../../../config/config.ts';
import type { RetrievalRequest, RetrievalSettings } from '../request.ts';
import { retrievalTimeouts } from '../timeouts.ts';
import type { KnownVectors, QueryVector } from './query-vector.ts';

/**
 * The vector to search with: of the question, or of a hypothetical answer (HyDE). `undefined` in keyword mode, without
 * vectors in the index, when its model has changed, and when the model fails or its vectors do not fit the index.
 */
export async function embedQuery(
  deps: {
    readonly live: Pick<LiveIndex, 'generation'>;
    readonly models: Pick<Models, 'chat' | 'embed' | 'list'>;
  },
  request: RetrievalRequest,
  settings: RetrievalSettings,
  query: string,
): Promise<QueryVector | undefined> {
  const signature = deps.live.generation?.signature ?? '';
  const stage = ['embed', 'Embedding'] as const;
  const { signal } = request;
  if (settings.retrieval.searchMode === 'keyword' || signature === '') {
    const detail = signature === '' ? explained('trace_no_embedding') : explained('trace_keywords');
    request.trace.add(...stage, { status: 'skipped', detail });
    return undefined;
  }
  const { model, dimensions } = parseSignature(signature);
  const detail = whyNotServed(deps.models, signature);
  if (detail) {
    request.trace.add(...stage, { status: 'skipped', detail });
    return undefined;
  }
  const text = settings.enhancement.hydeEnabled
    ? await hypotheticalAnswer(deps.models, request, settings, query)
    : query;
  const embed = async () => {
    const asked = { text, timeoutMs: settings.timeouts.embedMs, signal, logId: request.logId };
    const result = await remembered(request.vectors, deps.models, signature, asked);
    return { result, detail: model, data: { dimensions } };
  };
  return request.trace.attempt(...stage, embed, {
    signal,
    otherwise: undefined,
    failed: (reason) => ({
      detail: explained('trace_embed_failed', { reason }),
      data: { dimensions: 0 },
    }),
  });
}

/**
 * The vector of what was typed into the search box; `undefined` in keyword mode, without vectors in the index, for less than two words, and
 * when the model does not make it at once: the words search anyway.
 */
export async function embedKeyword(
  deps: {
    readonly live: Pick<LiveIndex, 'generation'>;
    readonly models: Pick<Models, 'embed' | 'list'>;
    readonly config: Pick<Config, 'all'>;
  },
  keyword: string,
  signal = new AbortController().signal,
): Promise<QueryVector | undefined> {
  const signature = deps.live.generation?.signature ?? '';
  if (signature === '' || contentTerms(keyword).length < 2 || whyNotServed(deps.models, signature))
    return undefined;
  if ((await deps.config.all()).retrieval.searchMode === 'keyword') return undefined;
  try {
    return await vectorOf(deps.models, signature, {
      text: keyword,
      timeoutMs: retrievalTimeouts.embedKeywordMs,
      signal,
    });
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/**
 * Why the model of the index is not asked: it has changed, or this process does not have it, as a replica where it is not installed;
 * `undefined` when it can be asked.
 */
export function whyNotServed(models: Pick<Models, 'list'>, signature: string): ExplainedText | undefined {
  const { model } = parseSignature(signature);
  if (!models.list('embedding').some(({ name }) => name === model))
    return explained('model_unknown', { kind: 'embedding', model });
  return isInForce(models, signature) ? undefined : explained('embed_other_model', { model });
}

/** The vector of a text, made once for all that share `known`. */
export function remembered(
  known: KnownVectors | undefined,
  models: Pick<Models, 'embed'>,
  signature: string,
  asked: Asked & { readonly text: string },
): Promise<QueryVector | undefined> {
  const key = `${signature}\n${asked.text}`;
  const found = known?.get(key);
  if (found) return found;
  const made = vectorOf(models, signature, asked);
  known?.set(key, made);
  return made;
}

/** Characters of a question that are searched, folded: as many as the chat takes. */
export const longestQuestion = 4000;

interface Asked {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly logId?: string | undefined;
}

async function vectorOf(
  models: Pick<Models, 'embed'>,
  signature: string,
  { text, ...asked }: Asked & { readonly text: string },
): Promise<QueryVector | undefined> {
  const scenario = 'search_embedding';
  const [vector] = await vectorsOf(models, signature, { ...asked, texts: [text], scenario });
  return vector && { vector, signature };
}

/** Vectors of texts that are questions. */
export async function vectorsOf(
  models: Pick<Models, 'embed'>,
  signature: string,
  asked: Asked & { readonly texts: readonly string[]; readonly scenario: Scenario },
): Promise<readonly Float32Array[]> {
  const { model, dimensions } = parseSignature(signature);
  const { texts, scenario, logId } = asked;
  const { vectors } = await withTimeout(asked.timeoutMs, asked.signal, (signal) =>
    models.embed({ model, dimensions, texts, scenario, ...(logId && { logId }), signal }),
  );
  checkVectors(vectors, texts.length, { model, dimensions });
  return vectors;
}

/** A passage that might answer the question, to search with; the question itself when the model fails. */
async function hypotheticalAnswer(
  models: Pick<Models, 'chat'>,
  request: RetrievalRequest,
  { models: names, enhancement, timeouts }: RetrievalSettings,
  query: string,
): Promise<string> {
  const { signal } = request;
  const imagine = async () => {
    const answer = await requestText(models, {
      signal,
      logId: request.logId,
      timeoutMs: timeouts.hydeMs,
      what: 'a hypothetical answer',
      model: names.aiFoundationChatModelName,
      messages: hypotheticalPrompt(enhancement.hydePrompt, query),
      maxTokens: 512,
      scenario: 'search_hyde',
    });
    const end =
      answer === ''
        ? { status: 'skipped' as const, detail: explained('trace_no_hyde') }
        : { detail: answer.slice(0, 500) };
    return { result: answer || query, ...end };
  };
  return request.trace.attempt('hyde', 'Hypothetical answer', imagine, {
    signal,
    otherwise: query,
    failed: (reason) => ({ detail: explained('trace_hyde_failed', { reason }) }),
  });
}

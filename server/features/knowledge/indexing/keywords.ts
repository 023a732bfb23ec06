import { modelNamed } from '../../../kit/model-named.ts';
import { forEachConcurrent } from '../../../work/concurrency.ts';
import { requestText } from '../../../model-calls/request-text.ts';
import type { Article } from '../../../ports/host.ts';
import type { Models } from '../../../ports/models.ts';
import type { Config } from '../../config/config.ts';
import { keywordPrompt } from '../retrieval/prompt.ts';
import type { StoredChunk } from '../store.ts';
import { withoutEnd, withoutStart } from '../../../kit/scan/edges.ts';

/** Minimum number of characters per input token; a Chinese character is about one token. */
const charactersPerToken = 1;
const keywordLength = 32;
/** Consecutive failures in one article after which the model is not asked again until the next article. */
const failuresTolerated = 3;

export type NameKeywords = (
  article: Pick<Article, 'title'>,
  chunks: readonly StoredChunk[],
  /** Called before the first request, if any. */
  onAsk: () => void,
  signal?: AbortSignal,
) => Promise<readonly StoredChunk[]>;

/**
 * Adds keywords of each passage by the language model when the setting is on. A passage whose request fails, is empty
 * or takes longer than `keywordMs` stays without; keywords help to find it but are not required.
 */
export function createKeywords({
  models,
  config,
  keywordMs = 30_000,
}: {
  readonly models: Pick<Models, 'chat' | 'list' | 'defaultOf'>;
  readonly config: Pick<Config, 'read'>;
  readonly keywordMs?: number;
}): NameKeywords {
  return async (article, chunks, onAsk, signal = new AbortController().signal) => {
    const chunking = await config.read('chunking');
    if (!chunking.autoKeywords || chunks.length === 0) return chunks;
    const { aiFoundationChatModelName: model } = await config.read('models');
    // The built-in model cannot do this, so it is not called and no failure is counted.
    if (isBuiltin(models, model)) return chunks;
    onAsk();
    const named = [...chunks];
    let failures = 0;
    await forEachConcurrent(chunking.keywordsBatchSize, chunks.entries(), async ([position, chunk]) => {
      if (failures >= failuresTolerated) return;
      const text = chunk.text.slice(0, chunking.keywordsMaxTokens * charactersPerToken);
      try {
        const answer = await requestText(models, {
          model,
          what: 'keywords',
          timeoutMs: keywordMs,
          messages: keywordPrompt(article.title, text, chunking.autoKeywordsCount),
          temperature: 0.1,
          maxTokens: 256,
          scenario: 'keyword_extract',
          signal,
        });
        named[position] = { ...chunk, keywords: keywordsIn(answer, chunking.autoKeywordsCount) };
        failures = Number.NEGATIVE_INFINITY;
      } catch {
        signal.throwIfAborted();
        failures += 1;
      }
    });
    return named;
  };
}

const isBuiltin = (models: Pick<Models, 'list' | 'defaultOf'>, name: string): boolean =>
  modelNamed(models, 'chat', name)?.builtin ?? true;

/** The keywords of a model's reply: separated by commas or line breaks, each once, without bullets and numbers of a list. */
export function keywordsIn(answer: string, count: number): string[] {
  const words = answer
    .replace(/^\s*(?:keywords?|关键词|關鍵詞|关键字)\s*[:：]/i, '')
    .split(/[,，、;；\n]/)
    .map((word) =>
      withoutEnd(
        withoutStart(word.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, ''), /[\s"'“”「]/),
        /[\s"'“”」.。]/,
      ),
    )
    .filter((word) => word !== '' && word.length <= keywordLength && !/^\d{1,2}$/.test(word));
  const folded = words.map((word) => word.toLowerCase());
  return words.filter((_, at) => folded.indexOf(folded[at] ?? '') === at).slice(0, count);
}

import { guessLanguage, languageName } from '../../../text/language.ts';
import type { Models } from '../../../ports/models.ts';
import { requestText } from '../../../model-calls/request-text.ts';
import type { SearchResult } from './search-result.ts';
import { tracePassages } from '../passage.ts';
import { translatePrompt } from './prompt.ts';
import { explained, inEnglish } from '../../../kit/explained.ts';
import { reasonOf } from '../../../kit/reason.ts';
import type { RetrievalRequest, RetrievalSettings } from './request.ts';

const known = new Set(['zh', 'en', 'ja', 'ko', 'de', 'fr']);
/** Languages that are searched at most. */
const maxTargets = 3;

/** A question, and how a translation of it is searched. */
export interface Translatable {
  readonly query: string;
  readonly search: (wording: string) => Promise<SearchResult>;
}

/** Searches translations of the question too; a language that fails is left out. */
export async function translateQuestion(
  models: Pick<Models, 'chat'>,
  request: RetrievalRequest,
  { models: names, enhancement, timeouts }: RetrievalSettings,
  { query, search }: Translatable,
): Promise<readonly SearchResult[]> {
  const label = 'Cross-language search';
  const targets = enhancement.crossLanguageEnabled ? targetsOf(enhancement.crossLanguageTargets, query) : [];
  if (targets.length === 0) {
    request.trace.add('cross_language', label, {
      status: 'skipped',
      detail: enhancement.crossLanguageEnabled ? explained('trace_no_language') : explained('trace_off'),
    });
    return [];
  }
  const startedAt = request.trace.now();
  const failures: string[] = [];
  const found = await Promise.all(
    targets.map(async (language) => {
      const wording = await requestText(models, {
        signal: request.signal,
        logId: request.logId,
        timeoutMs: timeouts.translateMs,
        what: 'a translation',
        model: names.aiFoundationChatModelName,
        messages: translatePrompt(query, language),
        temperature: 0,
        maxTokens: 256,
        scenario: 'search_cross_language',
      }).catch((error: unknown) => {
        request.signal.throwIfAborted();
        failures.push(`${language}: ${inEnglish(reasonOf(error))}`);
        return '';
      });
      return wording === '' || wording === query ? undefined : search(wording);
    }),
  );
  const useful = found.filter((one) => one !== undefined);
  request.trace.add(
    'cross_language',
    label,
    {
      status: failures.length > 0 && useful.length === 0 ? 'fallback' : 'ok',
      detail: failures.length > 0 ? failures.join('; ') : targets.join(', '),
      data: tracePassages(useful.flatMap((one) => one.passages)),
    },
    startedAt,
  );
  return useful;
}

/** Names of the known languages of a list like `zh, en`, without the question's own. */
export function targetsOf(list: string, query: string): string[] {
  const own = guessLanguage(query);
  const codes = list.split(/[,，\s]+/).map((code) => code.toLowerCase());
  const names = codes.flatMap((code) => (code !== own && known.has(code) ? [languageName(code)] : []));
  return [...new Set(names)].slice(0, maxTargets);
}

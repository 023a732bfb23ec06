import type { AnswerState, AnswerSummary } from '../../../contract/articles/articles.ts';
import { Fault, isFirstReading, isStop } from '../../kit/fault.ts';
import { textsOf, type FailureTexts } from './texts/texts.ts';

/** Message to a visitor for a failed answer, and the answer state. */
export interface FailureMessage extends Pick<AnswerSummary, 'retryAfterSeconds' | 'limit'> {
  readonly text: string;
  readonly answerState: AnswerState;
}

/**
 * Message for a failed answer by its cause, in the language with the tag `language`. The cause's own message is never shown to
 * visitors. Of an answer that `hasBegun` it is said that it broke off.
 */
export function failureMessage(
  error: unknown,
  language: string,
  kind: 'chat' | 'search',
  hasBegun = false,
): FailureMessage {
  const fault = error instanceof Fault ? error : undefined;
  const { failures } = textsOf(language);
  // Search answers stand beside results, so they carry no warning sign.
  const isCut = hasBegun && fault?.code !== 'limited' && !isStop(fault);
  const said = kind === 'chat' ? chatText(fault, failures) : searchText(fault, failures);
  const text = `${kind === 'chat' ? '⚠️ ' : ''}${isCut ? failures.brokeOff : said}`;
  const wait = fault?.details.retryAfterSeconds;
  const retry = wait === undefined ? {} : { retryAfterSeconds: wait };
  const again = isFirstReading(fault) ? retry : {};
  if (fault?.code !== 'limited') return { text, answerState: 'failed', ...again };
  return {
    text,
    answerState: 'limited',
    limit: isOfSite(fault) ? 'site' : 'visitor',
    ...retry,
  };
}

export const chatDisabledMessage = (language: string): string => textsOf(language).failures.closed;

function chatText(fault: Fault | undefined, failures: FailureTexts): string {
  if (fault?.code === 'limited') return limitText(fault, failures);
  if (isStop(fault)) return failures.restarting;
  if (isFirstReading(fault)) return failures.reading;
  return failures[fault?.code === 'upstream' ? upstreamCause(fault) : 'unavailable'];
}

/** Search tells visitors only of their own limit. */
function searchText(fault: Fault | undefined, failures: FailureTexts): string {
  if (fault?.code === 'limited' && !isOfSite(fault)) return limitText(fault, failures);
  if (isFirstReading(fault)) return failures.reading;
  return isStop(fault) ? failures.restarting : failures.searchUnavailable;
}

function upstreamCause({ details }: Fault): keyof FailureTexts {
  const { upstreamStatus: status = 0, upstreamKind: kind } = details;
  if (kind === 'timeout') return 'slow';
  if (status === 429) return 'busy';
  // A refused key, an unknown model, or a wrong address.
  if (status === 401 || status === 403 || status === 404) return 'setUp';
  return status >= 400 && status < 500 ? 'refused' : 'unavailable';
}

/** True for the ceiling of a model: every visitor meets it, whatever they asked before. */
const isOfSite = ({ details }: Fault): boolean => !details.limit?.startsWith('visitor');

function limitText({ details }: Fault, { hourly, searches, daily, quota }: FailureTexts): string {
  if (details.limit === 'visitor-hourly' || details.limit === 'visitor-searches') {
    const minutes = Math.max(1, Math.ceil((details.retryAfterSeconds ?? 60) / 60));
    return (details.limit === 'visitor-hourly' ? hourly : searches).replace('{minutes}', String(minutes));
  }
  return details.limit === 'visitor-daily' ? daily : quota;
}

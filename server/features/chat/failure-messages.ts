import type { AnswerState } from '../../../contract/articles/articles.ts';
import { Fault, isStop } from '../../kit/fault.ts';

export type Language = 'zh' | 'en';

/** Message to a visitor for a failed answer, and the answer state. */
export interface FailureMessage {
  readonly text: string;
  readonly answerState: AnswerState;
  readonly retryAfterSeconds?: number;
}

/** Message for a failed answer by its cause. The cause's own message is never shown to visitors. */
export function failureMessage(error: unknown, language: Language, kind: 'chat' | 'search'): FailureMessage {
  const fault = error instanceof Fault ? error : undefined;
  // Search answers stand beside results, so they carry no warning sign.
  const text = kind === 'chat' ? `⚠️ ${textFor(fault, language)}` : searchText(fault, language);
  const wait = fault?.details.retryAfterSeconds;
  return {
    text,
    answerState: fault?.code === 'limited' ? 'limited' : 'failed',
    ...(fault?.code === 'limited' && wait !== undefined && { retryAfterSeconds: wait }),
  };
}

/** Text with what visitors can do now. Status codes are in the log for the operator. */
function textFor(fault: Fault | undefined, language: Language): string {
  if (fault?.code === 'limited') return limitText(fault, language);
  if (isStop(fault)) return stopText(language);
  return failureTexts[fault?.code === 'upstream' ? upstreamCause(fault) : 'unavailable'][language];
}

function upstreamCause({ details }: Fault): keyof typeof failureTexts {
  const { upstreamStatus: status = 0, upstreamKind: kind } = details;
  if (kind === 'timeout') return 'slow';
  if (status === 429) return 'busy';
  // A refused key, an unknown model, or a wrong address.
  if (status === 401 || status === 403 || status === 404) return 'setUp';
  return status >= 400 && status < 500 ? 'refused' : 'unavailable';
}

const failureTexts = {
  slow: {
    zh: '回答用时过长，这次没能完成，请重试。',
    en: 'The answer took too long. Please try again.',
  },
  busy: {
    zh: '现在提问的人太多，请过一会儿再试。',
    en: 'The assistant is busy right now. Please try again in a moment.',
  },
  setUp: {
    zh: '助手还没有设置好，请告诉站长。',
    en: "The assistant isn't set up correctly. Please let the site owner know.",
  },
  refused: {
    zh: '这个问题没能得到回答，请换个说法再试，或告诉站长。',
    en: 'This question could not be answered. Please put it another way, or let the site owner know.',
  },
  unavailable: {
    zh: '助手暂时不可用，请稍后再试。',
    en: 'The assistant is unavailable right now. Please try again later.',
  },
} as const;

/** Search tells visitors only of their own limit. */
function searchText(fault: Fault | undefined, language: Language): string {
  if (fault?.code === 'limited' && fault.details.limit !== 'model-tokens') return limitText(fault, language);
  if (isStop(fault)) return stopText(language);
  return language === 'zh'
    ? 'AI 搜索暂时不可用，请稍后再试。'
    : 'AI search is unavailable right now. Please try again later.';
}

/** Text for an answer cut off because the service stops, usually for a restart. */
const stopText = (language: Language): string =>
  language === 'zh'
    ? '服务正在重启，回答没有写完。请稍后再问一次。'
    : 'The service is restarting, so this answer is not complete. Please ask again in a moment.';

function limitText({ details }: Fault, language: Language): string {
  const minutes = Math.max(1, Math.ceil((details.retryAfterSeconds ?? 60) / 60));
  if (details.limit === 'visitor-hourly') {
    return language === 'zh'
      ? `当前网络这一小时内的提问次数已用完，请约 ${minutes} 分钟后再试。`
      : `The questions of this hour are used up for your connection. Please try again in about ${minutes} min.`;
  }
  if (details.limit === 'visitor-daily') {
    return language === 'zh'
      ? '当前网络今天的提问次数已用完，请明天再来；多人共用网络时，可请站长放行。'
      : "Today's questions are used up for your connection. Please come back tomorrow; if many people share it, the site owner can allow it.";
  }
  return language === 'zh'
    ? '**今天的 AI 用量已用完**，请明天再来，或请站长提高限额。'
    : "**Today's AI quota is used up.** Please come back tomorrow or ask the site owner to raise it.";
}

export const chatDisabledMessage = (language: Language): string =>
  language === 'zh' ? '访客对话已关闭。' : 'Visitor chat is closed.';

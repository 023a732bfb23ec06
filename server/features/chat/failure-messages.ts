import type { AnswerState } from '../../../contract/articles.ts';
import { Fault } from '../../kit/fault.ts';

export type Language = 'zh' | 'en';

/** What a visitor is told when an answer fails, and what that makes of its state. */
export interface FailureMessage {
  readonly text: string;
  readonly answerState: AnswerState;
  readonly retryAfterSeconds?: number;
}

/** Words for a failed answer by its cause; nothing of the cause's own message reaches the visitor. */
export function failureMessage(error: unknown, language: Language, kind: 'chat' | 'search'): FailureMessage {
  const fault = error instanceof Fault ? error : undefined;
  // Search answers stand beside results and carry no warning sign.
  const text = kind === 'chat' ? `⚠️ ${textFor(fault, language)}` : searchText(fault, language);
  const wait = fault?.details.retryAfterSeconds;
  return {
    text,
    answerState: fault?.code === 'limited' ? 'limited' : 'failed',
    ...(fault?.code === 'limited' && wait !== undefined && { retryAfterSeconds: wait }),
  };
}

function textFor(fault: Fault | undefined, language: Language): string {
  const say = (zh: string, en: string) => (language === 'zh' ? zh : en);
  if (fault?.code === 'limited') return limitText(fault, language);
  if (fault?.code !== 'upstream') {
    return say(
      '助手暂时不可用，请稍后再试。',
      'The assistant is unavailable right now. Please try again later.',
    );
  }
  const { upstreamStatus: status, upstreamKind: kind } = fault.details;
  if (kind === 'timeout') {
    return say('网络超时，请检查后重试。', 'The connection timed out. Please check it and try again.');
  }
  if (status === 401 || status === 403) {
    return say(
      `AI 服务的授权失败（${status}），请联系站长。`,
      `The AI service refused its authorisation (${status}). Please tell the site owner.`,
    );
  }
  if (status === 429) {
    return say(
      'AI 服务被调用得太频繁，请稍后再试。',
      'The AI service is being called too often. Please try again later.',
    );
  }
  if (status !== undefined && status >= 500) {
    return say(
      `AI 服务暂时不可用（${status}），请稍后再试。`,
      `The AI service is unavailable right now (${status}). Please try again later.`,
    );
  }
  if (status !== undefined && status >= 400) {
    return say(`AI 服务拒绝了请求（${status}）。`, `The AI service refused the request (${status}).`);
  }
  return say(
    '助手暂时不可用，请稍后再试。',
    'The assistant is unavailable right now. Please try again later.',
  );
}

/** Search tells visitors of their own limit and of nothing else. */
function searchText(fault: Fault | undefined, language: Language): string {
  if (fault?.code === 'limited' && fault.details.limit !== 'model-tokens') return limitText(fault, language);
  return language === 'zh'
    ? 'AI 搜索暂时不可用，请稍后再试。'
    : 'AI search is unavailable right now. Please try again later.';
}

function limitText({ details }: Fault, language: Language): string {
  const minutes = Math.max(1, Math.ceil((details.retryAfterSeconds ?? 60) / 60));
  if (details.limit === 'visitor-hourly') {
    return language === 'zh'
      ? `你这一小时内的提问次数已用完，请约 ${minutes} 分钟后再试。`
      : `You have used up your questions for this hour. Please try again in about ${minutes} min.`;
  }
  if (details.limit === 'visitor-daily') {
    return language === 'zh'
      ? '你今天的提问次数已用完，请明天再来。'
      : 'You have used up your questions for today. Please come back tomorrow.';
  }
  return language === 'zh'
    ? '**今天的 AI 用量已用完**，请明天再来，或请站长提高限额。'
    : "**Today's AI quota is used up.** Please come back tomorrow or ask the site owner to raise it.";
}

export const chatDisabledMessage = (language: Language): string =>
  language === 'zh' ? '访客对话已关闭。' : 'Visitor chat is closed.';

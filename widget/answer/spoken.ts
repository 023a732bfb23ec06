import type { Answer } from '../chat/conversation.ts';
import type { ViewContext } from './context.ts';
import { withoutMarks } from './marks.ts';
import { answerText, outcomeWords } from './notices.ts';

/** Maximum characters of a complete answer that are announced to screen readers. */
const spokenLength = 600;

/** Signs of Markdown and addresses of links, which would be read out. */
const signs = /^#+ |[*`|]+|\[(?=[^[\]]+\]\()|\]\([^()]*\)/gm;

/** Announcement for screen readers at the end of an answer: how it ended, and its beginning. */
export function spokenAnswer(answer: Answer, context: Pick<ViewContext, 'text' | 'language'>): string {
  const words = withoutMarks(answerText(answer), answer.citations.length)
    .replace(signs, '')
    .slice(0, spokenLength);
  return [outcomeWords(answer, context) ?? context.text('ready'), words].join(' ');
}

import type { Answer } from '../chat/conversation.ts';
import type { ViewContext } from './context.ts';

/** What is said of an answer at its end, by a module that comes with the first one. */
export async function lateSpokenAnswer(
  answer: Answer,
  context: Pick<ViewContext, 'text' | 'language'>,
  prose: Element | undefined,
): Promise<string> {
  try {
    const { spokenAnswer } = await import('./spoken.ts');
    return await spokenAnswer(answer, context, prose);
  } catch {
    return context.text('ready');
  }
}

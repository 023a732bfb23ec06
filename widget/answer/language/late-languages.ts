import type { Turn } from '../../chat/conversation.ts';
import { withRest } from '../../kit/with-rest.ts';

const load = withRest(() => import('./name-languages.ts'));

/** Names the languages of questions and answers, by a module that comes with the first of them; without it they have the shell's. */
export async function lateLanguages(root: ParentNode, turns: readonly Turn[], own: string): Promise<void> {
  if (turns.length === 0) return;
  try {
    const { nameLanguages } = await load();
    nameLanguages(root, turns, own);
  } catch {
    // They are read in the language of the shell.
  }
}

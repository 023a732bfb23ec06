import type { Turn } from '../../chat/conversation.ts';
import { shownAnswer } from '../../chat/conversation.ts';
import { bringStyles } from '../../ui/bring-styles.ts';
import { answerText } from '../notices.ts';
import { languageOfText } from './language-of-text.ts';
import languagesCss from './languages.css?inline';

/** Names the language of each question and answer that is shown in `root` where it is another than `own`, that of the shell. */
export function nameLanguages(root: ParentNode, turns: readonly Turn[], own: string): void {
  const running = turns.at(-1)?.answer.ending === undefined;
  // Of a running answer the ones before do not change.
  for (const turn of running ? turns.slice(-1) : turns) {
    const place = root.querySelector(`[data-turn="${turn.id}"]`);
    name(place?.querySelector('.asked'), turn.question, own);
    name(place?.querySelector('docent-prose'), answerText(shownAnswer(turn)), own);
  }
}

function name(element: Element | null | undefined, text: string, own: string): void {
  if (!(element instanceof HTMLElement)) return;
  const language = languageOfText(text, own);
  if (language === own) element.removeAttribute('lang');
  else if (element.lang !== language) {
    element.lang = language;
    bringStyles(element, languagesCss);
  }
}

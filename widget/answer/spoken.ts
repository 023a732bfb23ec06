import type { Answer } from '../chat/conversation.ts';
import type { ViewContext } from './context.ts';
import { outcomeWords } from './notices.ts';

/** Maximum characters of a complete answer that are announced to screen readers. */
const spokenLength = 600;
/** Longest wait for an answer to be drawn, in milliseconds. */
const patienceMs = 3000;

/**
 * Announcement for screen readers at the end of an answer: how it ended, and the beginning of its text as it is shown.
 * `prose` is the element with the text, missing where there is none.
 */
export async function spokenAnswer(
  answer: Answer,
  context: Pick<ViewContext, 'text' | 'language'>,
  prose: Element | undefined,
): Promise<string> {
  if (prose) await drawn(prose);
  const words = prose ? spokenText(prose).slice(0, spokenLength) : '';
  return [outcomeWords(answer, context) ?? context.text('ready'), words].join(' ').trim();
}

/** Resolves when everything that came is shown: texts are drawn in slices of time. */
function drawn(prose: Element): Promise<void> {
  const isBusy = () => prose.getAttribute('aria-busy') === 'true';
  if (!isBusy()) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      observer.disconnect();
      resolve();
    };
    const observer = new MutationObserver(() => isBusy() || finish());
    const timer = setTimeout(finish, patienceMs);
    observer.observe(prose, { attributes: true, attributeFilter: ['aria-busy'] });
  });
}

/** Marks, the bars of code and what is hidden are no part of the text; formulas keep their drawn signs only. */
const silent = '.mark, .marks-more, .code > .bar, [aria-hidden="true"], annotation, style, script';
/** After these a voice makes a pause. */
const pauses = 'p, li, h3, tr, pre, blockquote, summary, .block, br, td, th';

/** The text of a drawn answer as it is read out, with a pause between its parts. */
function spokenText(root: Element): string {
  let text = '';
  const read = (node: Node) => {
    if (node instanceof Text) text += node.data;
    if (!(node instanceof Element) || node.matches(silent)) return;
    node.childNodes.forEach(read);
    if (node.matches(pauses)) text += node.matches('td, th') ? ', ' : '\n';
  };
  root.childNodes.forEach(read);
  return text
    .replace(/[☐☑] /g, '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim().replace(/,$/, ''))
    .filter((line) => line !== '')
    .join('\n');
}

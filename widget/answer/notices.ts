import { html, nothing } from 'lit';
import { isUsable, type Answer, type Ending } from '../chat/conversation.ts';
import type { ChatText } from '../texts/text.ts';
import type { ViewContext } from './context.ts';
import { icon } from '../ui/icon.ts';

/** What the visitor is told before the text of an answer: how far the site covers the question. */
export function coverage({ state }: Answer, { text }: ViewContext) {
  if (state === 'not_covered') return banner(text.notCovered);
  if (state === 'partial') return banner(text.partial);
  return nothing;
}

/** What the visitor is told after an answer that is not whole, with a way to ask again. */
export function outcome(answer: Answer, context: ViewContext, again: (() => void) | undefined) {
  const words = outcomeWords(answer, context);
  if (words === undefined) return nothing;
  const mustWait = answer.state === 'limited' && answer.retryAt !== undefined;
  return html`<div class="outcome">
    <p>${words}</p>
    ${
      again && !mustWait
        ? html`<button type="button" class="plain-button" @click=${again}>
            ${icon('again')}${context.text.retry}
          </button>`
        : nothing
    }
  </div>`;
}

const endings: Readonly<Record<Exclude<Ending, 'done'>, keyof ChatText>> = {
  stopped: 'stopped',
  cut: 'cut',
  silent: 'silent',
  refused: 'refused',
  unreachable: 'unreachable',
};

/** In words what kept an answer from being whole; nothing when it is whole or still on its way. */
export function outcomeWords(answer: Answer, { text, language }: Pick<ViewContext, 'text' | 'language'>) {
  const { ending, complaint, state, retryAt } = answer;
  if (ending === undefined) return undefined;
  if (state === 'limited') {
    // The service says in its own words that a limit was met; when it does not, we do.
    const what = answer.text.trim() === '' ? text.limited : '';
    const until = retryAt === undefined ? '' : text.limitedUntil(clock(retryAt, language));
    return [what, until].filter((words) => words !== '').join(' ') || undefined;
  }
  if (complaint !== undefined) return complaint || text.failed;
  if (ending !== 'done') return String(text[endings[ending]]);
  if (state === 'failed') return text.failed;
  return isUsable(answer) || answer.result || state === 'not_covered' ? undefined : text.nothing;
}

/** Time of day, with the date when it is not today. */
function clock(time: number, language: string): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ month: 'short', day: 'numeric' } as const);
  return new Intl.DateTimeFormat(language, { ...day, hour: '2-digit', minute: '2-digit' }).format(time);
}

const banner = (words: string) => html`<p class="banner">${icon('info')}<span>${words}</span></p>`;

import { html, nothing } from 'lit';
import { isUsable, type Answer, type Ending } from '../chat/conversation.ts';
import type { TextKey } from '../texts/keys.ts';
import type { ViewContext } from './context.ts';
import { icon } from '../ui/icon.ts';
import { contactAddress } from './links.ts';

/** Services begin a message about an answer, as opposed to its text, with this sign. */
const warningSign = '⚠️';

/** The text of an answer, without the service's message that it failed or that a limit was reached. */
export function answerText({ text, state }: Pick<Answer, 'text' | 'state'>): string {
  if (state !== 'failed' && state !== 'limited') return text;
  const at = text.lastIndexOf(warningSign);
  return at < 0 ? text : text.slice(0, at).trimEnd();
}

/** The service's own message about an answer that failed or reached a limit. */
function serviceMessage({ text, state }: Answer): string {
  if (state !== 'failed' && state !== 'limited') return '';
  const at = text.lastIndexOf(warningSign);
  return at < 0 ? '' : text.slice(at + warningSign.length).trim();
}

/** The notice after an incomplete answer, with a button to ask again. */
export function outcome(answer: Answer, context: ViewContext, again: (() => void) | undefined) {
  const words = outcomeWords(answer, context);
  if (words === undefined) return nothing;
  // A service reports a disabled chat as an error alone.
  const isFinal = answer.state === 'limited' || (answer.complaint !== undefined && answer.text === '');
  return html`<div class="outcome">
    <p dir="auto">${words}</p>
    ${
      again && !isFinal
        ? html`<button type="button" class="plain-button" @click=${again}>
            ${icon('again')}${context.text('retry')}
          </button>`
        : nothing
    }
  </div>`;
}

/** Notices about an answer, below it, so that text being read does not move. */
export function remarks(answer: Answer, { text }: ViewContext) {
  if (answer.ending === undefined) return nothing;
  const keys: TextKey[] = [
    ...(isPartial(answer) ? ['partial' as const] : []),
    ...Object.entries(noticeKeys).flatMap(([notice, key]) => (answer.notices.includes(notice) ? [key] : [])),
  ];
  return keys.map((key) => html`<p class="remark">${icon('info')}<span dir="auto">${text(key)}</span></p>`);
}

/**
 * True for an answer that covers a part of its question. Closest places without a source say so themselves, and what was cut
 * off may have covered the rest.
 */
const isPartial = ({ state, notices, citations }: Answer): boolean =>
  state === 'partial' && citations.length > 0 && !notices.includes('cut_short');

const noticeKeys: Readonly<Record<string, TextKey>> = {
  unconfirmed: 'unconfirmed',
  model_failed: 'modelFailed',
  model_busy: 'modelBusy',
  other_language: 'otherLanguage',
  cut_short: 'cutShort',
};

/** States of an answer that leave a visitor without what they asked for. */
const unhelpful: readonly unknown[] = ['not_covered', 'partial', 'limited', 'failed'];

/** The contact link shown when the site has no answer, or cannot give it now. */
export function contact({ state, ending }: Answer, { text, settings, site }: ViewContext) {
  const url = contactAddress(settings.contactUrl, site);
  if (!url || ending === undefined || !unhelpful.includes(state)) return nothing;
  return html`<p class="contact">
    <span>${text('contactHint')}</span>
    <a class="plain-button" href=${url} target="_blank" rel="noopener">
      ${icon('service')}${settings.contactLabel || text('contact')}
    </a>
  </p>`;
}

const endings: Readonly<Record<Exclude<Ending, 'done'>, TextKey>> = {
  stopped: 'stopped',
  cut: 'cut',
  silent: 'silent',
  refused: 'refused',
  unreachable: 'unreachable',
};

/** The reason why an answer is incomplete; `undefined` when it is complete or still arriving. */
export function outcomeWords(answer: Answer, { text, language }: Pick<ViewContext, 'text' | 'language'>) {
  const { ending, complaint, state, retryAt } = answer;
  if (ending === undefined) return undefined;
  if (state === 'limited') {
    // Shown once: with a known time in the visitor's language, otherwise in the service's words.
    if (retryAt !== undefined)
      return `${text('limited')} ${text('limitedUntil', { time: clock(retryAt, language) })}`.replace(
        '。 ',
        '。',
      );
    return serviceMessage(answer) || (answer.text.trim() === '' ? text('limited') : undefined);
  }
  if (complaint !== undefined) return complaint || text('failed');
  if (ending !== 'done') return text(endings[ending]);
  if (state === 'failed') return serviceMessage(answer) || text('failed');
  return isUsable(answer) || answer.result || state === 'not_covered' ? undefined : text('nothing');
}

/** Time of day, with the date when it is not today. */
function clock(time: number, language: string): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ month: 'short', day: 'numeric' } as const);
  return new Intl.DateTimeFormat(language, { ...day, hour: '2-digit', minute: '2-digit' }).format(time);
}

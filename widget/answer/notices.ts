import { html, nothing } from 'lit';
import { isUsable, type Answer } from '../chat/conversation.ts';
import type { TextKey } from '../texts/keys.ts';
import type { ViewContext } from './context.ts';
import { icon } from '../ui/icon.ts';
import type { Settings } from '../loader/settings.ts';
import { contactAddress, withConversation } from './links.ts';

/** Services begin a message about an answer, as opposed to its text, with this sign. */
const warningSign = '⚠️';

/** The text of an answer, without the service's message that it failed or that a limit was reached. */
export function answerText({ text, state }: Pick<Answer, 'text' | 'state'>): string {
  if (state !== 'failed' && state !== 'limited') return text;
  const at = text.lastIndexOf(warningSign);
  return at < 0 ? text : text.slice(0, at).trimEnd();
}

/** The service's own message about an answer that failed or reached a limit. */
function serviceMessage(answer: Answer): string {
  const rest = answer.text.slice(answerText(answer).length).trim();
  return rest.slice(warningSign.length).trim();
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

/**
 * The note on the author of an answer; `undefined` for fixed words of the service, and while it is arriving. A site's own wording stands below
 * quotations, too; others name each further source that is quoted, as below any quotation.
 */
export function authorNote(
  answer: Answer,
  { settings, text }: Pick<ViewContext, 'settings' | 'text'>,
): string | undefined {
  const { ending, result, isSmallTalk } = answer;
  if (ending === undefined || answerText(answer).trim() === '' || result || isSmallTalk) return undefined;
  const author = answer.writtenBy ?? (settings.quotesArticles ? 'articles' : 'model');
  if (author === 'curated') return text(author);
  if (author === 'service') return undefined;
  if (author === 'articles' && ownText(settings.texts, 'disclaimer') === undefined)
    return quotedFrom(answer, text('quotedFromSite'));
  return text(settings.showReferences ? 'disclaimer' : 'disclaimerPlain');
}

const quotedFrom = ({ citations }: Answer, site: string): string =>
  [...new Set(citations.map(({ source }) => (source ? `— ${source}` : site)))].join(' ') || site;

const ownText = (texts: Settings['texts'], key: string): string | undefined =>
  Object.entries(texts).find(([name]) => name === key || name.endsWith(`:${key}`))?.[1];

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
export function contact({ state, ending, notices }: Answer, { text, settings, site, said }: ViewContext) {
  const url = contactAddress(settings.contactUrl, site);
  const isAsked = notices.includes('contact');
  if (!url || ending === undefined || !(isAsked || unhelpful.includes(state))) return nothing;
  // The conversation is written into the address when the link is about to be followed, as it stands then.
  const takeAlong = ({ currentTarget: link }: Event) => {
    if (!(link instanceof HTMLAnchorElement)) return;
    void said?.().then(
      (words) => (link.href = withConversation(url, words)),
      () => undefined,
    );
  };
  return html`<p class="contact">
    ${isAsked ? nothing : html`<span>${text('contactHint')}</span>`}
    <a
      class="plain-button"
      href=${withConversation(url, '')}
      target="_blank"
      rel="noopener"
      @pointerenter=${takeAlong}
      @pointerdown=${takeAlong}
      @focus=${takeAlong}
    >
      ${icon('service')}${settings.contactLabel || text('contact')}
    </a>
  </p>`;
}

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
  // The texts have the names of the endings.
  if (ending !== 'done') return text(ending);
  if (state === 'failed') return serviceMessage(answer) || text('failed');
  return isUsable(answer) || answer.result || state === 'not_covered' ? undefined : text('nothing');
}

/** Time of day, with the date when it is not today. */
function clock(time: number, language: string): string {
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  const day = isToday ? {} : ({ month: 'short', day: 'numeric' } as const);
  return new Intl.DateTimeFormat(language, { ...day, hour: '2-digit', minute: '2-digit' }).format(time);
}

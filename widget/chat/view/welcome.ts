import { html, nothing } from 'lit';
import type { Shortcut } from '../../../contract/widget/widget-config.ts';
import type { ViewContext } from '../../answer/context.ts';
import { icon } from '../../ui/icon.ts';
import { pageQuestions, type Page } from '../page.ts';

/** An empty conversation: a greeting, the origin of answers, and starter questions. */
export function welcome(context: ViewContext, page: Page | undefined, aboutPage: () => void) {
  const { text, settings } = context;
  const ofPage = pageQuestions().map(asShortcut);
  const ofSite = settings.shortcuts.length > 0 ? settings.shortcuts : settings.suggestions.map(asShortcut);
  const questions = ofPage.length > 0 ? ofPage : ofSite;
  const starts = settings.allowGuest ? questions : [];
  const promise = settings.quotesArticles
    ? 'promiseQuoted'
    : settings.showReferences
      ? 'promise'
      : 'promisePlain';
  return html`<div class="welcome">
    <span class="welcome-icon">${icon('sparkles')}</span>
    <p class="greeting" dir="auto">${settings.welcome || text('welcome')}</p>
    <p class="intro">${text(promise)}</p>
    ${page && settings.allowGuest ? pageActions(page, context, aboutPage) : nothing}
    ${
      starts.length === 0
        ? nothing
        : html`<p class="caption" id="starts">${text('suggestions')}</p>
            <ul class="shortcuts" aria-labelledby="starts">
              ${starts.map((shortcut) => html`<li>${card(shortcut, context.ask)}</li>`)}
            </ul>`
    }
  </div>`;
}

/** Buttons for the current article: ask about it, summarise it. */
function pageActions({ url, title }: Page, { text, ask }: ViewContext, aboutPage: () => void) {
  const summarise = () => ask(text('summariseQuestion', { title }), { page: { url, task: 'summarise' } });
  return html`<div class="page-actions">
    <button type="button" class="plain-button" @click=${summarise}>
      ${icon('page')}${text('summarisePage')}
    </button>
    <button type="button" class="plain-button" @click=${aboutPage}>
      ${icon('question')}${text('askPage')}
    </button>
  </div>`;
}

const asShortcut = (query: string, index: number): Shortcut => ({
  id: String(index),
  label: '',
  query,
  icon: 'sparkles',
  intentRouteId: '',
});

function card({ label, query, icon: name, intentRouteId }: Shortcut, ask: ViewContext['ask']) {
  return html`<button
    type="button"
    class="shortcut"
    @click=${() => ask(query, { intentRouteId: intentRouteId || undefined })}
  >
    ${icon(name)}
    <span class="words" dir="auto">
      ${label && label !== query ? html`<span class="label">${label}</span>` : nothing}
      <span class="query">${query}</span>
    </span>
  </button>`;
}

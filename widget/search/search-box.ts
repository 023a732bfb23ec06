import { html, LitElement, nothing, unsafeCSS } from 'lit';
import {
  createSearchController,
  longestKeyword,
  type SearchController,
  type Search,
} from './search-controller.ts';
import { sends } from '../kit/keys.ts';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts';
import { createSearchApi } from './search-api.ts';
import type { SearchPanel, SearchParts } from './panel-parts.ts';
import { beforePaint } from '../ui/before-paint.ts';
import type { ViewContext } from '../answer/context.ts';
import groundCss from '../ui/ground.css?inline';
import { icon } from '../ui/icon.ts';
import { scrollToSource } from '../answer/scroll-to-source.ts';
import { sourceOf } from '../answer/mark-nodes.ts';
import { previewOnDemand } from '../answer/preview-on-demand.ts';
import { prepareMarkdown } from '../answer/prose.ts';
import proseCss from '../answer/prose.css?inline';
import { onAnnouncement } from '../ui/announce.ts';
import { askOffer, searchAnswer } from './search-answer.ts';
import { searchStart } from './search-start.ts';
import searchCss from './search-box.css?inline';
import { searchResults } from './search-results.ts';
import turnCss from '../answer/turn.css?inline';

/** The search: a field, the articles it finds, and beside them an answer when it is asked for. */
export class SearchBox extends LitElement implements SearchPanel {
  static override styles = [groundCss, turnCss, proseCss, searchCss].map((text) => unsafeCSS(text));
  static override properties = {
    search: { state: true },
    recent: { state: true },
    said: { state: true },
  };

  declare search: Search;
  declare recent: readonly string[];
  /** The last thing said to people who cannot see the window. */
  declare said: string;
  readonly #options: SearchParts;
  readonly #controller: SearchController;
  readonly #context: ViewContext;

  constructor(options: SearchParts) {
    super();
    const { base, site, language, settings, text } = options;
    this.#options = options;
    this.search = { keyword: '', finding: undefined, turn: undefined };
    this.recent = recentSearches();
    this.said = '';
    this.#controller = createSearchController({
      api: createSearchApi(base, language),
      changed: (search) => this.#take(search),
      found: (keyword, total) => this.#tell(keyword, total),
      later: (task, ms) => {
        const timer = setTimeout(task, ms);
        return () => clearTimeout(timer);
      },
      beforePaint,
      now: Date.now,
    });
    this.#context = {
      text,
      language,
      settings,
      site,
      ask: (question) => void this.#askAbout(question),
      again: () => this.#controller.answer(true),
      rate: async () => false,
    };
  }

  async start(keyword?: string): Promise<void> {
    await this.updateComplete;
    this.recent = recentSearches();
    const field = this.#field();
    field?.focus();
    if (keyword === undefined) return field?.select();
    this.#controller.write(keyword);
    await this.#controller.find();
  }

  leave(): void {
    this.#controller.leave();
  }

  protected override render() {
    const { search } = this;
    const context = this.#context;
    const { turn, keyword } = search;
    return html`
      ${this.#fieldRow()}
      <div
        class="found"
        data-answered=${String(turn !== undefined)}
        @click=${scrollToSource}
        @keydown=${this.#move}
      >
        ${
          keyword.trim() === ''
            ? searchStart(this.recent, context, {
                start: (each) => void this.start(each),
                ask: (question) => void this.#askAbout(question),
                forget: this.#forget,
              })
            : html`${this.#answers() && !turn ? askOffer(keyword, context, () => this.#answer()) : nothing}
              ${
                turn
                  ? searchAnswer(turn, context, {
                      again: () => this.#controller.answer(true),
                      stop: () => this.#controller.stop(),
                      continueAsChat: this.#options.continueAsChat && (() => this.#continue()),
                    })
                  : nothing
              }
              ${searchResults(search, context, {
                again: () => void this.#controller.find(),
                picked: () => this.#pick(),
              })}`
        }
      </div>
      ${this.#foot()}
      <p class="hidden" role="status">${this.said}</p>
    `;
  }

  protected override firstUpdated(): void {
    onAnnouncement(this.renderRoot, (words) => (this.said = words));
    if (this.shadowRoot) previewOnDemand(this.shadowRoot, sourceOf);
    this.addEventListener('docent:show-page', (event) => {
      event.stopPropagation();
      this.#options.close();
    });
  }

  #fieldRow() {
    const { text } = this.#context;
    const { keyword } = this.search;
    return html`<form
      class="field"
      role="search"
      aria-label=${text('search')}
      @submit=${(event: Event) => event.preventDefault()}
      @keydown=${this.#move}
    >
      ${icon('search')}
      <input
        type="search"
        dir="auto"
        maxlength=${longestKeyword}
        placeholder=${text('searchPlaceholder')}
        aria-label=${text('search')}
        enterkeyhint="search"
        autocomplete="off"
        spellcheck="false"
        .value=${keyword}
        @input=${this.#write}
        @keydown=${this.#press}
      />
      ${
        keyword === ''
          ? nothing
          : html`<button type="button" class="plain-button" @click=${this.#clear}>${text('clear')}</button>`
      }
      <button
        type="button"
        class="tool"
        title=${text('close')}
        aria-label=${text('close')}
        @click=${this.#options.close}
      >
        ${icon('close')}
      </button>
    </form>`;
  }

  #foot() {
    const { text } = this.#context;
    return html`<div class="footer">
      <span class="keys" aria-hidden="true">
        <span><kbd>↑</kbd><kbd>↓</kbd> ${text('keyMove')}</span>
        <span><kbd>↵</kbd> ${text(this.#answers() ? 'keyAsk' : 'keyOpen')}</span>
        <span><kbd>Esc</kbd> ${text('keyClose')}</span>
      </span>
      ${this.search.turn ? html`<span class="ai">${text(this.#options.settings.quotesArticles ? 'quotedFromSite' : 'writtenByAi')}</span>` : nothing}
    </div>`;
  }

  #take(search: Search): void {
    const before = this.search;
    this.search = search;
    const { text } = this.#context;
    const { finding, turn, keyword } = search;
    if (finding !== before.finding && finding !== undefined) {
      if (finding === 'searching') this.said = text('searchingNow');
      else if (finding === 'failed' || finding === 'off')
        this.said = text(finding === 'off' ? 'searchOff' : 'searchFailed');
      else
        this.said =
          finding.length === 0
            ? text('noResultsPlain', { keyword })
            : text('results', { count: finding.length });
    }
    if (turn?.answer.ending && !before.turn?.answer.ending) this.said = text('ready');
  }

  readonly #write = (event: InputEvent): void => {
    if (event.target instanceof HTMLInputElement) this.#controller.write(event.target.value);
  };

  /** Enter answers, or where answers are off looks at once; while an input method composes it belongs to that. */
  readonly #press = (event: KeyboardEvent): void => {
    if (!sends(event)) return;
    event.preventDefault();
    if (this.search.keyword.trim() === '') return;
    rememberSearch(this.search.keyword);
    void this.#controller.find();
    if (this.#answers()) this.#answer();
  };

  /** Up and down walk through what can be opened; up from the first one leads back to the field. */
  readonly #move = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (event.isComposing) return;
    if (step === undefined) return this.#writeOn(event);
    const rows = [...this.renderRoot.querySelectorAll<HTMLElement>('li > .row')];
    const here = rows.findIndex((row) => row === this.shadowRoot?.activeElement);
    if (here < 0 && event.target !== this.#field()) return;
    event.preventDefault();
    const next = here + step;
    (next < 0 ? this.#field() : rows[Math.min(next, rows.length - 1)])?.focus();
  };

  /** A visitor who types while a result has the focus goes on writing in the field. */
  #writeOn({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): void {
    if (ctrlKey || metaKey || altKey || target === this.#field()) return;
    if (!(target instanceof Element) || !target.closest('.row')) return;
    const isLetter = Array.from(key).length === 1 && key !== ' ';
    if (isLetter || key === 'Backspace') this.#field()?.focus();
  }

  /** A question that was offered: it is looked for and answered at once. */
  async #askAbout(question: string): Promise<void> {
    await this.start(question);
    if (this.#answers()) this.#answer();
  }

  readonly #clear = (): void => {
    this.#controller.write('');
    this.recent = recentSearches();
    this.#field()?.focus();
  };

  readonly #forget = (): void => {
    forgetSearches();
    this.recent = [];
    this.#field()?.focus();
  };

  #answer(): void {
    rememberSearch(this.search.keyword);
    prepareMarkdown();
    this.#controller.answer();
    this.#field()?.focus();
  }

  #pick(): void {
    rememberSearch(this.search.keyword);
    this.#options.close();
  }

  #continue(): void {
    const { turn } = this.search;
    if (turn?.answer.ending === undefined) return;
    this.#options.close();
    this.#options.continueAsChat?.(turn);
  }

  #tell(keyword: string, total: number): void {
    const detail = { keyword, total };
    this.dispatchEvent(new CustomEvent('docent:search', { bubbles: true, composed: true, detail }));
  }

  #answers(): boolean {
    return this.#options.settings.searchShowAiAnswer;
  }

  #field(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input');
  }
}

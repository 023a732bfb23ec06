import { html, LitElement, nothing, unsafeCSS } from 'lit';
import { chatText } from '../texts/text.ts';
import {
  createSearchController,
  longestKeyword,
  type SearchController,
  type Search,
} from './search-controller.ts';
import { sends } from '../kit/keys.ts';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts';
import { createSearchApi } from './search-api.ts';
import { searchText, type SearchText } from './search-text.ts';
import type { SearchOptions, SearchPanel } from './search.ts';
import { beforePaint } from '../ui/before-paint.ts';
import type { ViewContext } from '../answer/context.ts';
import groundCss from '../ui/ground.css?inline';
import { icon } from '../ui/icon.ts';
import { scrollToSource } from '../answer/scroll-to-source.ts';
import { sourceOf } from '../answer/mark-nodes.ts';
import { previewMarks } from '../answer/mark-preview.ts';
import { loadMarkdown } from '../answer/prose.ts';
import proseCss from '../answer/prose.css?inline';
import { onAnnouncement } from '../ui/announce.ts';
import { searchAnswer } from './search-answer.ts';
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
  readonly #options: SearchOptions;
  readonly #controller: SearchController;
  readonly #words: SearchText;
  readonly #context: ViewContext;

  constructor(options: SearchOptions) {
    super();
    const { base, language, settings } = options;
    this.#options = options;
    this.#words = searchText[language];
    this.search = { keyword: '', finding: undefined, turn: undefined };
    this.recent = recentSearches();
    this.said = '';
    this.#controller = createSearchController({
      api: createSearchApi(base),
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
      text: chatText[language],
      language,
      settings,
      site: location.origin,
      ask: () => undefined,
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
    const { search, recent } = this;
    const words = this.#words;
    const isBlank = search.keyword.trim() === '';
    return html`
      ${this.#fieldRow()}
      <div
        class="found ${this.#answers() && !isBlank ? 'with-answer' : ''}"
        @click=${scrollToSource}
        @keydown=${this.#move}
      >
        ${
          isBlank
            ? this.#recentList(recent)
            : html`${
                this.#answers()
                  ? searchAnswer(search, words, this.#context, {
                      ask: () => this.#answer(),
                      again: () => this.#controller.answer(true),
                      stop: () => this.#controller.stop(),
                      continueAsChat: this.#options.continueAsChat && (() => this.#continue()),
                    })
                  : nothing
              }
              ${searchResults(search.finding, words, this.#context.site, {
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
    if (this.shadowRoot) previewMarks(this.shadowRoot, sourceOf);
  }

  #fieldRow() {
    const words = this.#words;
    const { keyword } = this.search;
    return html`<form
      class="field"
      role="search"
      @submit=${(event: Event) => event.preventDefault()}
      @keydown=${this.#move}
    >
      ${icon('search')}
      <input
        type="search"
        dir="auto"
        maxlength=${longestKeyword}
        placeholder=${words.placeholder}
        aria-label=${words.title}
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
          : html`<button type="button" class="plain-button" @click=${this.#clear}>${words.clear}</button>`
      }
      <button
        type="button"
        class="tool"
        title=${words.close}
        aria-label=${words.close}
        @click=${this.#options.close}
      >
        ${icon('close')}
      </button>
    </form>`;
  }

  #recentList(recent: readonly string[]) {
    const words = this.#words;
    if (recent.length === 0)
      return html`<p class="hint">${this.#answers() ? words.hint : words.hintPlain}</p>`;
    return html`<section class="recent" aria-label=${words.recent}>
      <header>
        <h3>${words.recent}</h3>
        <button type="button" class="plain-button" @click=${this.#forget}>${words.forget}</button>
      </header>
      <ul>
        ${recent.map(
          (keyword) =>
            html`<li>
              <button type="button" class="row" @click=${() => void this.start(keyword)}>
                ${icon('clock')}<span class="title">${keyword}</span>
              </button>
            </li>`,
        )}
      </ul>
    </section>`;
  }

  #foot() {
    const { keys, writtenByAi } = this.#words;
    return html`<footer>
      <span class="keys" aria-hidden="true">
        <span><kbd>↑</kbd><kbd>↓</kbd> ${keys.move}</span>
        <span><kbd>↵</kbd> ${this.#answers() ? keys.answer : keys.open}</span>
        <span><kbd>Esc</kbd> ${keys.close}</span>
      </span>
      ${this.search.turn ? html`<span>${writtenByAi}</span>` : nothing}
    </footer>`;
  }

  #take(search: Search): void {
    const before = this.search;
    this.search = search;
    const words = this.#words;
    const { finding, turn } = search;
    if (finding !== before.finding && finding !== undefined) {
      if (finding === 'searching') this.said = words.searching;
      else if (finding === 'failed' || finding === 'off') this.said = words[finding];
      else this.said = finding.length === 0 ? words.noResults : words.results(finding.length);
    }
    if (turn?.answer.ending && !before.turn?.answer.ending) this.said = this.#context.text.ready;
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
    if (step === undefined || event.isComposing) return;
    const rows = [...this.renderRoot.querySelectorAll<HTMLElement>('li > .row')];
    const here = rows.findIndex((row) => row === this.shadowRoot?.activeElement);
    if (here < 0 && event.target !== this.#field()) return;
    event.preventDefault();
    const next = here + step;
    (next < 0 ? this.#field() : rows[Math.min(next, rows.length - 1)])?.focus();
  };

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
    // The answer will want it; by then it is here.
    void loadMarkdown().catch(() => undefined);
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

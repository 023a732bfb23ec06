import { html, LitElement, nothing, unsafeCSS, type PropertyValues } from 'lit';
import { isTouched } from '../kit/is-touched.ts';
import { stayAboveKeyboard } from '../ui/above-keyboard.ts';
import { announcement } from './announcement.ts';
import {
  createSearchController,
  type Part,
  type SearchController,
  type Search,
} from './search-controller.ts';
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts';
import { createSearchApi } from './search-api.ts';
import type { SearchPanel, SearchParts } from './panel-parts.ts';
import type { PartChooser } from './parts/part-chooser.ts';
import { pageScope } from '../kit/page-scope.ts';
import { beforePaint } from '../ui/before-paint.ts';
import type { ViewContext } from '../answer/context.ts';
import { lateSpokenAnswer } from '../answer/late-spoken.ts';
import type { Answer } from '../chat/conversation.ts';
import groundCss from '../ui/ground.css?inline';
import { scrollToSource } from '../answer/scroll-to-source.ts';
import { lateLanguages } from '../answer/language/late-languages.ts';
import { sourceOf } from '../answer/mark-nodes.ts';
import { previewOnDemand } from '../answer/preview-on-demand.ts';
import { prepareMarkdown } from '../answer/prose.ts';
import { onAnnouncement } from '../ui/announce.ts';
import { moveBetweenRows } from './row-keys.ts';
import { askOffer, searchAnswer } from './search-answer.ts';
import { searchField, searchFoot } from './search-field.ts';
import { searchStart } from './search-start.ts';
import searchCss from './search-box.css?inline';
import { searchResults } from './search-results.ts';
import turnCss from '../answer/turn.css?inline';

/** The search: a field, the articles it finds, and beside them an answer when it is asked for. */
export class SearchBox extends LitElement implements SearchPanel {
  static override styles = [groundCss, turnCss, searchCss].map((text) => unsafeCSS(text));
  static override properties = {
    search: { state: true },
    recent: { state: true },
    said: { state: true },
    isOnRow: { state: true },
  };

  declare search: Search;
  declare recent: readonly string[];
  /** The last thing said to people who cannot see the window. */
  declare said: string;
  /** True while the focus is on a result, which Enter opens. */
  declare isOnRow: boolean;
  readonly #options: SearchParts;
  readonly #controller: SearchController;
  readonly #context: ViewContext;
  /** The choice of a part of the site, where there is one. */
  #parts: PartChooser | undefined;
  #stopWatching = () => {};

  constructor(options: SearchParts) {
    super();
    const { base, site, language, settings, text } = options;
    this.#options = options;
    this.search = { keyword: '', finding: undefined, turn: undefined, part: undefined };
    this.recent = recentSearches();
    this.said = '';
    this.isOnRow = false;
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
    if (pageScope() !== undefined) this.#controller.choose(undefined);
    this.#parts?.close();
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
    const { turn, keyword, part } = search;
    // The page has chosen.
    const parts = pageScope() === undefined ? this.#parts : undefined;
    const choice = parts?.list(part);
    return html`
      ${searchField(keyword, context, {
        write: (text) => {
          this.#parts?.close();
          this.#controller.write(text);
        },
        enter: this.#enter,
        move: this.#move,
        clear: this.#clear,
        close: this.#options.close,
      })}
      ${parts?.bar(part) ?? nothing}
      <div
        class="found"
        data-answered=${String(turn !== undefined && !choice)}
        @click=${scrollToSource}
        @keydown=${this.#move}
        @focusin=${(event: FocusEvent) => this.#focus(event)}
        @focusout=${() => (this.isOnRow = false)}
      >
        ${
          choice ??
          (keyword.trim() === ''
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
                nothingFound: () => parts?.nothingFound(search),
              })}`)
        }
      </div>
      ${searchFoot(this.isOnRow, context)}
      <p class="hidden" role="status">${this.said}</p>
    `;
  }

  /** A pressed button may disappear; the focus goes to the one in its place, else to the field. */
  protected override update(changed: PropertyValues<this>): void {
    const hadFocus = this.shadowRoot?.activeElement;
    super.update(changed);
    if (hadFocus && !this.shadowRoot?.activeElement) (this.#action() ?? this.#field())?.focus();
  }

  protected override updated(): void {
    const { turn } = this.search;
    if (turn) void lateLanguages(this.renderRoot, [turn], this.#context.language);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#stopWatching = stayAboveKeyboard(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopWatching();
  }

  protected override firstUpdated(): void {
    const { base, choosing } = this.#options;
    const choose = (part: Part | undefined) => this.#controller.choose(part);
    if (choosing)
      this.#parts = new choosing.PartChooser({ host: this, context: this.#context, base, choose });
    this.requestUpdate();
    onAnnouncement(this.renderRoot, (words) => (this.said = words));
    if (this.shadowRoot) previewOnDemand(this.shadowRoot, sourceOf);
    this.addEventListener('docent:show-page', (event) => {
      event.stopPropagation();
      this.#options.close();
    });
  }

  #take(search: Search): void {
    const before = this.search;
    this.search = search;
    this.said = this.#parts?.said(before, search) ?? announcement(before, search, this.#context) ?? this.said;
    const answer = search.turn?.answer;
    if (answer?.ending && !before.turn?.answer.ending) void this.#sayAnswer(answer);
  }

  async #sayAnswer(answer: Answer): Promise<void> {
    await this.updateComplete;
    const prose = this.renderRoot.querySelector('docent-prose') ?? undefined;
    const words = await lateSpokenAnswer(answer, this.#context, prose);
    if (this.search.turn?.answer === answer) this.said = words;
  }

  #focus({ target }: FocusEvent): void {
    this.isOnRow = target instanceof Element && target.closest('a') !== null;
  }

  /** Answers, or where answers are off looks at once. */
  readonly #enter = (): void => {
    this.#parts?.close();
    if (this.search.keyword.trim() === '') return;
    rememberSearch(this.search.keyword);
    void this.#controller.find();
    if (this.#answers()) this.#answer();
  };

  readonly #move = (event: KeyboardEvent): void => {
    if (this.shadowRoot) moveBetweenRows(event, this.shadowRoot);
  };

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
    // On a phone the keyboard would cover the answer.
    if (!isTouched()) this.#field()?.focus();
    else void this.updateComplete.then(() => this.#action()?.focus());
  }

  #pick(): void {
    rememberSearch(this.search.keyword);
    this.#options.close();
  }

  #continue(): void {
    const { turn, part } = this.search;
    if (turn?.answer.ending === undefined) return;
    this.#options.close();
    this.#options.continueAsChat?.({ ...turn, scope: part?.scope });
  }

  #tell(keyword: string, total: number): void {
    const detail = { keyword, total };
    this.dispatchEvent(new CustomEvent('docent:search', { bubbles: true, composed: true, detail }));
  }

  #answers(): boolean {
    return this.#options.settings.searchShowAiAnswer;
  }

  /** The first button below the answer: it stops the answer, and copies it in the end. */
  #action(): HTMLElement | null {
    return this.renderRoot.querySelector('.actions button');
  }

  #field(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input');
  }
}

import { html, LitElement, nothing, unsafeCSS } from 'lit';
import type { DocentAsked, DocentAskOptions } from '../../../contract/widget/page-api.ts';
import type { Finished, Panel, PanelParts } from '../panel-parts.ts';
import type { Conversation } from '../conversation.ts';
import { loadConversation } from '../conversation-storage.ts';
import { articlePage, watchArticle, type Page } from '../page.ts';
import { beforePaint } from '../../ui/before-paint.ts';
import type { Asides } from './asides.ts';
import type { Dock } from './dock.ts';
import { loadAsides } from './load-asides.ts';
import { Composer } from './composer.ts';
import { watchConnection } from './connection.ts';
import { createDialogue, type Dialogue, type DialogueEvent } from './dialogue.ts';
import { offlineNote, privacyTip, toLatestButton } from './foot-notes.ts';
import groundCss from '../../ui/ground.css?inline';
import { scrollToSource } from '../../answer/scroll-to-source.ts';
import { lateLanguages } from '../../answer/language/late-languages.ts';
import { sourceOf } from '../../answer/mark-nodes.ts';
import { previewOnDemand } from '../../answer/preview-on-demand.ts';
import panelCss from './panel.css?inline';
import { pinScroll, type PinnedScroll } from './pinned-scroll.ts';
import { prepareMarkdown } from '../../answer/prose.ts';
import { onAnnouncement } from '../../ui/announce.ts';
import { isTouched } from '../../kit/is-touched.ts';
import { writeText, readText } from '../../kit/storage.ts';
import { watchPageChanges } from './page-changes.ts';
import { nextTask, whenIdle } from '../../kit/when-idle.ts';
import turnCss from '../../answer/turn.css?inline';
import { focusQuietly } from '../../ui/focus-quietly.ts';
import { stayAboveKeyboard } from '../../ui/above-keyboard.ts';
import { titleBar } from './title-bar.ts';
import { turnViews } from '../../answer/turn.ts';
import { welcome } from './welcome.ts';
import type { Size } from '../../loader/window-size.ts';

const privacyKey = 'docent-privacy-known';

/** The conversation: title bar, turns, notices and the input. */
export class ChatPanel extends LitElement implements Panel {
  static override styles = [groundCss, panelCss, turnCss].map((text) => unsafeCSS(text));
  static override properties = {
    conversation: { state: true },
    said: { state: true },
    isAway: { state: true },
    isPrivacyKnown: { state: true },
    isOffline: { state: true },
    page: { state: true },
  };

  declare conversation: Conversation;
  /** The last announcement for screen readers. */
  declare said: string;
  /** True when the end of the conversation is out of view. */
  declare isAway: boolean;
  declare isPrivacyKnown: boolean;
  declare isOffline: boolean;
  /** The article that questions are about, once the visitor chose so. */
  declare page: Page | undefined;
  readonly #options: PanelParts;
  readonly #dialogue: Dialogue;
  /** Comes when the page is idle. */
  #asides: Asides | undefined;
  /** Missing outside of a window. */
  #dock: Dock | undefined;
  #scroll: PinnedScroll | undefined;
  /** The last rendered turn. */
  #newest: number | undefined;
  #stopWatching = () => {};

  constructor(options: PanelParts) {
    super();
    this.#options = options;
    this.isOffline = false;
    this.said = '';
    this.isAway = false;
    this.isPrivacyKnown = readText(privacyKey) !== undefined;
    this.#dialogue = createDialogue(options, {
      show: (conversation) => (this.conversation = conversation),
      say: (words) => (this.said = words),
      tell: (event, detail) => this.#tell(event, detail),
      asked: () => this.#asked(),
      rendered: async () => {
        await this.updateComplete;
        return [...this.renderRoot.querySelectorAll('docent-prose')].at(-1);
      },
      page: () => this.page,
      reasoning: () =>
        options.settings.allowVisitorReasoning
          ? (this.#composer()?.reasoning ?? options.settings.reasoningDefaultEnabled)
          : undefined,
    });
    this.#dialogue.begin();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.setAttribute('exportparts', 'header, question, answer, input, send');
    // Meanwhile another chat of the page may have gone on.
    if (this.hasUpdated && loadConversation().length > 0) this.#dialogue.resume();
    const stops = [
      watchConnection((isOnline) => this.#connect(isOnline)),
      watchPageChanges(this.#dialogue.keep, this.#dialogue.resume),
      watchArticle(this.#options.site, () => this.requestUpdate()),
      ...(this.#options.closable ? [stayAboveKeyboard(this)] : []),
    ];
    // Typing announces a question.
    this.addEventListener('input', () => void whenIdle().then(prepareMarkdown), { once: true });
    this.#stopWatching = () => stops.forEach((stop) => stop());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stopWatching();
    this.#dialogue.keep();
    // Unless it was only moved, as by themes that navigate without a page load.
    void nextTask().then(() => this.isConnected || this.#dialogue.stop());
  }

  async furnish(window: HTMLElement, usual: Size): Promise<void> {
    const { furnishWindow } = await import('./furnish.ts');
    const label = this.#options.text('resize');
    this.#dock ??= furnishWindow(window, usual, label, () => this.requestUpdate());
    this.requestUpdate();
  }

  async focusInput(): Promise<void> {
    await this.updateComplete;
    const composer = this.#composer();
    await composer?.updateComplete;
    // On a phone the keyboard would cover the conversation before the visitor wants to write.
    if (isTouched()) focusQuietly(this.#find('.thread'));
    else composer?.focus();
  }

  idle(): Promise<void> {
    return this.#dialogue.idle();
  }

  ask(question: string, options: DocentAskOptions): Promise<DocentAsked> {
    return this.#dialogue.askForPage(question, options);
  }

  async prefill(question: string): Promise<void> {
    await this.updateComplete;
    await this.#composer()?.fill(question);
  }

  hydrate(finished: Finished): void {
    this.#dialogue.hydrate(finished);
    void this.focusInput();
  }

  protected override render() {
    const { conversation } = this;
    const { context, stop, save } = this.#dialogue;
    const { text, settings } = context;
    const last = conversation.at(-1);
    const asides = this.#asides;
    return html`
      ${titleBar(context, last !== undefined, {
        save: () => void save(),
        startAnew: () => this.#startAnew(),
        reopen: this.#dialogue.hasPrevious ? () => this.#reopen() : undefined,
        list: asides?.toggleList,
        isListing: asides?.isListing === true,
        share: asides?.share,
        dock: this.#dock,
        close: this.#options.closable ? () => this.#tell('close') : undefined,
      })}
      <div
        class="thread"
        role="log"
        aria-live="off"
        aria-label=${text('conversation')}
        tabindex="0"
        @click=${scrollToSource}
      >
        <div class="turns">
          ${
            asides?.isListing
              ? asides.list()
              : last
                ? turnViews(conversation, context)
                : welcome(context, articlePage(context.site), this.#aboutPage)
          }
        </div>
      </div>
      <div class="footer">
        ${last && this.isAway ? toLatestButton(text, this.#toLatest) : nothing}
        ${this.isOffline ? offlineNote(text) : nothing}
        ${settings.showPrivacyTip && !this.isPrivacyKnown ? privacyTip(text, this.#dismissPrivacyTip) : nothing}
        <docent-composer
          .text=${text}
          .busy=${last !== undefined && last.answer.ending === undefined}
          .closed=${!settings.allowGuest}
          .offersReasoning=${settings.allowVisitorReasoning}
          .send=${(question: string) => void nextTask().then(() => context.ask(asides?.taken(question) ?? question))}
          .stop=${stop}
          .page=${this.page}
          .leavePage=${this.#leavePage}
          .aside=${asides?.chip()}
        ></docent-composer>
      </div>
      <p class="hidden" role="status">${this.said}</p>
    `;
  }

  protected override firstUpdated(): void {
    void loadAsides(this, this.#dialogue, {
      base: this.#options.base,
      keepFocus: () => void this.#keepFocus(),
    }).then((asides) => (this.#asides = asides));
    onAnnouncement(this.renderRoot, (words) => (this.said = words));
    if (this.shadowRoot) previewOnDemand(this.shadowRoot, sourceOf);
    const [composer, thread, turns] = [this.#composer(), this.#find('.thread'), this.#find('.turns')];
    if (composer) composer.reasoning = this.#options.settings.reasoningDefaultEnabled;
    if (thread && turns) this.#scroll = pinScroll(thread, turns, (isAway) => (this.isAway = isAway));
  }

  /** New questions and complete answers are rendered in a separate task, since their event handlers already keep a slow phone busy. */
  protected override async scheduleUpdate(): Promise<void> {
    const last = this.conversation.at(-1);
    if (this.hasUpdated && (last?.id !== this.#newest || last?.answer.ending !== undefined)) await nextTask();
    await super.scheduleUpdate();
  }

  protected override updated(): void {
    const newest = this.conversation.at(-1)?.id;
    if (newest !== this.#newest) beforePaint(() => this.#scroll?.toNewest());
    this.#newest = newest;
    void lateLanguages(this.renderRoot, this.conversation, this.#options.language);
  }

  readonly #dismissPrivacyTip = (): void => {
    this.isPrivacyKnown = true;
    writeText(privacyKey, '1');
    void this.#keepFocus();
  };

  readonly #aboutPage = (): void => {
    this.page = articlePage(this.#options.site);
    void this.#composer()?.updateComplete.then(() => this.#composer()?.focus());
  };

  readonly #leavePage = (): void => {
    this.page = undefined;
    this.#composer()?.focus();
  };

  /** Themes that navigate without a page load change the article. */
  protected override willUpdate(): void {
    if (this.page?.url !== location.pathname + location.search) this.page = undefined;
  }

  readonly #toLatest = (): void => {
    this.#scroll?.toEnd();
    this.#find('.thread')?.focus();
  };

  #connect(isOnline: boolean): void {
    if (isOnline !== this.isOffline) return;
    this.isOffline = !isOnline;
    this.said = this.#options.text(isOnline ? 'backOnline' : 'offline');
  }

  /** A panel that the page took away tells the page, too. */
  #tell(event: 'close' | DialogueEvent, detail?: unknown): void {
    (this.isConnected ? this : document).dispatchEvent(
      new CustomEvent(`docent:${event}`, { bubbles: true, composed: true, detail }),
    );
  }

  /** A pressed button may be gone, and a question that is asked again may be out of sight. */
  #asked(): void {
    void this.#keepFocus();
    void this.updateComplete.then(() => beforePaint(() => this.#scroll?.toNewest()));
  }

  #startAnew(): void {
    this.#asides?.close();
    this.#dialogue.startAnew();
    void this.#keepFocus();
  }

  #reopen(): void {
    this.#dialogue.reopen();
    void this.#keepFocus();
  }

  /** A pressed button may disappear; the focus must stay in the panel. */
  async #keepFocus(): Promise<void> {
    if (!this.shadowRoot?.activeElement) return;
    await this.updateComplete;
    if (!this.shadowRoot.activeElement) await this.focusInput();
  }

  readonly #composer = () => this.shadowRoot?.querySelector<Composer>('docent-composer') ?? undefined;
  readonly #find = (selector: string) => this.shadowRoot?.querySelector<HTMLElement>(selector) ?? undefined;
}

import { html, LitElement, nothing, unsafeCSS, type PropertyValues } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { repeat } from 'lit/directives/repeat.js';
import { createApi } from '../api.ts';
import type { Panel, PanelOptions } from '../chat.ts';
import type { Conversation, Ending } from '../conversation.ts';
import { withoutMarks } from '../marks.ts';
import { createTalk, type Talk } from '../talk.ts';
import { chatText } from '../text.ts';
import { Composer } from './composer.ts';
import type { ViewContext } from './context.ts';
import { icon } from './icon.ts';
import { outcomeWords } from './notices.ts';
import panelCss from './panel.css?inline';
import { pinScroll, type PinnedScroll } from './pinned-scroll.ts';
import { loadMarkdown } from './prose.ts';
import proseCss from './prose.css?inline';
import { hear } from './say.ts';
import { isKept, keep } from '../session.ts';
import turnCss from './turn.css?inline';
import { turnView } from './turn.ts';
import { welcome } from './welcome.ts';

/** So much of a finished answer is read out by itself, in characters; the rest is there to be read. */
const spokenLength = 600;
const privacyKey = 'docent-privacy-known';

/** The conversation: title bar, turns, notices and the place to write. */
export class ChatPanel extends LitElement implements Panel {
  static override styles = [panelCss, turnCss, proseCss].map((text) => unsafeCSS(text));
  static override properties = {
    conversation: { state: true },
    said: { state: true },
    isAway: { state: true },
    isPrivacyKnown: { state: true },
  };

  declare conversation: Conversation;
  /** The last thing said to people who cannot see the panel. */
  declare said: string;
  /** Whether the end of the conversation is out of sight. */
  declare isAway: boolean;
  declare isPrivacyKnown: boolean;
  readonly #options: PanelOptions;
  readonly #talk: Talk;
  readonly #context: ViewContext;
  #scroll: PinnedScroll | undefined;

  constructor(options: PanelOptions) {
    super();
    const { settings, language, base } = options;
    this.#options = options;
    this.conversation = [];
    this.said = '';
    this.isAway = false;
    this.isPrivacyKnown = isKept(privacyKey);
    this.#talk = createTalk({
      api: createApi(base),
      stream: settings.stream,
      changed: (conversation) => (this.conversation = conversation),
      beforePaint,
      now: Date.now,
    });
    this.#context = {
      text: chatText[language],
      language,
      settings,
      site: location.origin,
      ask: (question, intentRouteId) =>
        void this.#follow(this.#talk.send(question, { intentRouteId, reasoning: this.#reasoning() })),
      again: (turn) => void this.#follow(this.#talk.again(turn.id, { reasoning: this.#reasoning() })),
      rate: (turn, rating, comment) => this.#talk.rate(turn.id, rating, comment),
    };
  }

  async focusInput(): Promise<void> {
    await this.updateComplete;
    const composer = this.#composer();
    await composer?.updateComplete;
    // On a phone the keyboard would cover the conversation before the visitor wants to write.
    const place = matchMedia('(pointer: coarse)').matches ? this.#find('.thread') : composer;
    place?.focus();
  }

  ask(question: string): void {
    this.#context.ask(question);
  }

  protected override render() {
    const { conversation } = this;
    const context = this.#context;
    const { text, settings } = context;
    const last = conversation.at(-1);
    return html`
      ${this.#titleBar()}
      <div
        class="thread"
        role="log"
        aria-live="off"
        aria-label=${text.conversation}
        tabindex="0"
        @click=${this.#click}
      >
        <div class="turns">
          ${
            last
              ? repeat(
                  conversation,
                  (turn) => turn.id,
                  (turn) => guard([turn, turn === last], () => turnView(turn, turn === last, context)),
                )
              : welcome(context)
          }
        </div>
      </div>
      <div class="foot">
        ${
          this.isAway
            ? html`<button
                type="button"
                class="latest"
                title=${text.toLatest}
                aria-label=${text.toLatest}
                @click=${this.#toLatest}
              >
                ${icon('down')}
              </button>`
            : nothing
        }
        ${settings.showPrivacyTip && !this.isPrivacyKnown ? this.#privacyTip() : nothing}
        <docent-composer
          .text=${text}
          .busy=${last !== undefined && last.answer.ending === undefined}
          .closed=${!settings.allowGuest}
          .offersReasoning=${settings.allowVisitorReasoning}
          .send=${(question: string) => context.ask(question)}
          .stop=${() => this.#talk.stop()}
        ></docent-composer>
        <p class="disclaimer">${text.disclaimer}</p>
      </div>
      <p class="hidden" role="status">${this.said}</p>
    `;
  }

  protected override firstUpdated(): void {
    hear(this.renderRoot, (words) => (this.said = words));
    const composer = this.#composer();
    if (composer) composer.reasoning = this.#options.settings.reasoningDefaultEnabled;
    const [thread, turns] = [this.#find('.thread'), this.#find('.turns')];
    if (thread && turns) this.#scroll = pinScroll(thread, turns, (isAway) => (this.isAway = isAway));
  }

  protected override updated(changed: PropertyValues<this>): void {
    const before = changed.get('conversation')?.at(-1)?.id;
    if (changed.has('conversation') && this.conversation.at(-1)?.id !== before) this.#scroll?.toNewest();
  }

  #titleBar() {
    const { text } = this.#context;
    const { closable } = this.#options;
    return html`<header class="bar">
      <h2>${text.title}</h2>
      ${this.conversation.length > 0 ? this.#tool('compose', text.newChat, () => this.#startAnew()) : nothing}
      ${closable ? this.#tool('close', text.close, () => this.dispatchEvent(new CustomEvent('docent:close'))) : nothing}
    </header>`;
  }

  #tool(name: 'compose' | 'close', label: string, act: () => void) {
    return html`<button type="button" class="tool" title=${label} aria-label=${label} @click=${act}>
      ${icon(name)}
    </button>`;
  }

  #privacyTip() {
    const { text } = this.#context;
    return html`<div class="privacy">
      <p>${text.privacy}</p>
      <button type="button" class="plain-button" @click=${this.#dismissPrivacyTip}>${text.understood}</button>
    </div>`;
  }

  readonly #dismissPrivacyTip = (): void => {
    this.isPrivacyKnown = true;
    keep(privacyKey);
    void this.#keepFocus();
  };

  readonly #toLatest = (): void => {
    this.#scroll?.toEnd();
    this.#find('.thread')?.focus();
  };

  #startAnew(): void {
    this.#talk.clear();
    void this.#keepFocus();
  }

  /** Says that an answer is on its way and, when it ended, what it says; tells the page as well. */
  async #follow(answering: Promise<Ending | undefined> | undefined): Promise<void> {
    const { text } = this.#context;
    this.said = text.searching;
    void this.#keepFocus();
    // The answer will want it; by then it is here.
    void loadMarkdown().catch(() => undefined);
    const ending = await answering;
    const answer = this.conversation.at(-1)?.answer;
    if (ending === undefined || answer?.ending === undefined) return;
    const outcome = outcomeWords(answer, this.#context);
    const words = withoutMarks(answer.text, answer.citations.length).slice(0, spokenLength);
    this.said = [outcome ?? text.ready, words].join(' ');
    const detail = { ending, answerState: answer.state, logId: answer.logId };
    this.dispatchEvent(new CustomEvent('docent:answer', { bubbles: true, composed: true, detail }));
  }

  /** A plain click on a mark shows its source below the answer; with a modifier it is the link that it looks like. */
  readonly #click = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
    const mark = event.target.closest<HTMLElement>('[data-source]');
    const reference = mark
      ?.closest('.answer')
      ?.querySelector<HTMLElement>(`[data-reference="${mark.dataset.source}"]`);
    if (!reference) return;
    event.preventDefault();
    reference.closest('details')?.setAttribute('open', '');
    reference.scrollIntoView({ block: 'nearest' });
    reference.querySelector('a')?.focus({ preventScroll: true });
    reference.classList.remove('found');
    requestAnimationFrame(() => reference.classList.add('found'));
  };

  /** A pressed button may be gone after a change; the focus it had must not fall out of the panel with it. */
  async #keepFocus(): Promise<void> {
    if (!this.shadowRoot?.activeElement) return;
    await this.updateComplete;
    if (!this.shadowRoot.activeElement) await this.focusInput();
  }

  #reasoning(): boolean | undefined {
    return this.#options.settings.allowVisitorReasoning ? this.#composer()?.reasoning : undefined;
  }

  #composer(): Composer | undefined {
    const composer = this.#find('docent-composer');
    return composer instanceof Composer ? composer : undefined;
  }

  #find(selector: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(selector);
  }
}

/** Runs a task with the next picture; a hidden page paints none, so there it runs soon. */
function beforePaint(task: () => void): void {
  if (document.hidden) setTimeout(task, 100);
  else requestAnimationFrame(task);
}

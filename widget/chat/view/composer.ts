import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { isTouched } from '../../kit/is-touched.ts';
import { sends } from '../../kit/keys.ts';
import { readText, writeText } from '../../kit/storage.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../../texts/texts.ts';
import type { Page } from '../page.ts';
import { announce } from '../../ui/announce.ts';
import { icon } from '../../ui/icon.ts';
import { toolButton } from '../../ui/tool-button.ts';

/** Number of remaining characters from which on the counter is shown. */
const warnAt = 200;
/** Key in the session storage of a question that is not sent yet, so that the next page of the tab has it. */
const draftKey = 'docent-draft';

/** The input: grows with its text, sends with Enter, and stops the running answer. */
export class Composer extends LitElement {
  static override properties = {
    text: { attribute: false },
    busy: { type: Boolean },
    closed: { type: Boolean },
    offersReasoning: { type: Boolean },
    reasoning: { type: Boolean },
    page: { attribute: false },
    aside: { attribute: false },
    draft: { state: true },
    isCut: { state: true },
  };

  declare text: Texts;
  declare busy: boolean;
  /** True when the chat takes no questions. */
  declare closed: boolean;
  declare offersReasoning: boolean;
  declare reasoning: boolean;
  /** The article that questions are about; `undefined` for the whole site. */
  declare page: Page | undefined;
  /** A line above the field, such as the passage that the question is about. */
  declare aside: TemplateResult | undefined;
  declare draft: string;
  /** True while the end of a pasted text is missing. */
  declare isCut: boolean;
  send: (question: string) => void = () => undefined;
  stop: () => void = () => undefined;
  leavePage: () => void = () => undefined;

  constructor() {
    super();
    this.busy = false;
    this.closed = false;
    this.offersReasoning = false;
    this.reasoning = false;
    this.isCut = false;
    this.draft = readText(draftKey)?.slice(0, limits.messageLength) ?? '';
  }

  /** Rendered into the panel's tree to share its styles. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override focus(): void {
    this.querySelector('textarea')?.focus();
  }

  /** Puts a text into the field, for the visitor to go on with. */
  async fill(draft: string): Promise<void> {
    this.#become(draft);
    await this.updateComplete;
    const field = this.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(draft.length, draft.length);
  }

  protected override render() {
    const { text, draft, busy, closed } = this;
    const left = limits.messageLength - draft.length;
    const act = text(busy ? 'stop' : 'send');
    return html`<form
      part="input"
      class="composer ${this.offersReasoning ? 'tall' : ''}"
      @submit=${this.#submit}
    >
      ${this.page ? this.#pageChip(this.page) : nothing} ${this.aside ?? nothing}
      <textarea
        rows="1"
        dir="auto"
        maxlength=${limits.messageLength}
        placeholder=${text(closed ? 'closed' : this.page ? 'placeholderPage' : 'placeholder')}
        aria-label=${text('question')}
        enterkeyhint="send"
        autocomplete="off"
        ?disabled=${closed}
        .value=${closed ? '' : draft}
        @input=${this.#write}
        @paste=${this.#paste}
        @keydown=${this.#press}
      ></textarea>
      ${this.offersReasoning ? this.#reasoningSwitch() : nothing}
      ${
        this.isCut || left <= warnAt
          ? html`<span class="characters-left"
              >${this.isCut ? text('pasteCut') : text('charactersLeft', { count: left })}</span
            >`
          : nothing
      }
      <button
        type=${busy ? 'button' : 'submit'}
        class="send"
        part="send"
        title=${act}
        aria-label=${act}
        aria-disabled=${!busy && (closed || draft.trim() === '') ? 'true' : 'false'}
        @click=${busy ? this.stop : nothing}
      >
        ${busy ? icon('stop', 'solid') : icon('send')}
      </button>
    </form>`;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('draft')) this.#grow();
  }

  #pageChip({ title }: Page) {
    const { text } = this;
    return html`<div class="about">
      ${icon('page')}<span dir="auto">${text('aboutPage', { title })}</span>
      ${toolButton('close', text('leavePage'), this.leavePage)}
    </div>`;
  }

  #reasoningSwitch() {
    return html`<button
      type="button"
      class="toggle"
      aria-pressed=${this.reasoning ? 'true' : 'false'}
      ?disabled=${this.closed}
      @click=${() => (this.reasoning = !this.reasoning)}
    >
      ${icon('bulb')}${this.text('reasoning')}
    </button>`;
  }

  #grow(): void {
    const field = this.querySelector('textarea');
    if (!field) return;
    field.style.removeProperty('block-size');
    if (this.draft === '') return;
    field.style.setProperty('block-size', `${field.scrollHeight}px`);
  }

  /** The field takes what it has room for; that the rest is missing has to be said. */
  readonly #paste = (event: ClipboardEvent): void => {
    if (!(event.target instanceof HTMLTextAreaElement)) return;
    const { value, selectionStart, selectionEnd } = event.target;
    const pasted = event.clipboardData?.getData('text/plain').replaceAll('\r\n', '\n') ?? '';
    this.isCut = value.length - (selectionEnd - selectionStart) + pasted.length > limits.messageLength;
    if (this.isCut) announce(this, this.text('pasteCut'));
  };

  readonly #write = (event: InputEvent): void => {
    if (event.inputType !== 'insertFromPaste') this.isCut = false;
    if (event.target instanceof HTMLTextAreaElement) this.#become(event.target.value);
  };

  readonly #press = (event: KeyboardEvent): void => {
    if (!sends(event)) return;
    event.preventDefault();
    this.#sendDraft();
  };

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    this.#sendDraft();
  };

  #become(draft: string): void {
    if (draft === '') this.isCut = false;
    this.draft = draft;
    writeText(draftKey, draft || undefined);
  }

  #sendDraft(): void {
    const question = this.draft.trim();
    if (question === '' || this.busy || this.closed) return;
    this.#become('');
    // The keyboard would cover the answer; the button stops it.
    if (isTouched()) this.querySelector<HTMLElement>('.send')?.focus();
    this.send(question);
  }
}

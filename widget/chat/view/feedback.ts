import { html, LitElement, nothing } from 'lit';
import type { Rating } from '../conversation.ts';
import { sends } from '../../kit/keys.ts';
import { limits } from '../limits.ts';
import type { Texts } from '../../texts/texts.ts';
import { toolButton } from '../../ui/tool-button.ts';
import { announce } from '../../ui/announce.ts';
import { bringStyles } from '../../ui/bring-styles.ts';
import feedbackCss from './feedback.css?inline';

/** Reasons to dislike an answer. */
const reasons = ['reasonWrong', 'reasonOffTopic', 'reasonOutdated', 'reasonUnclear'] as const;

type Step = 'asking' | 'commenting' | 'sending' | 'failed';

/** Like or dislike, which a visitor may change; a dislike may have a comment. */
export class Feedback extends LitElement {
  static override properties = {
    text: { attribute: false },
    rating: { attribute: false },
    rate: { attribute: false },
    step: { state: true },
    comment: { state: true },
    reason: { state: true },
  };

  declare text: Texts;
  /** The visitor's rating, if any. */
  declare rating: Rating | undefined;
  declare step: Step;
  declare comment: string;
  /** The chosen reason of a dislike, or nothing. */
  declare reason: string;
  /** Stores a rating; false when it was refused. */
  declare rate: (rating: Rating, comment: string) => Promise<boolean>;

  constructor() {
    super();
    this.rate = async () => false;
    this.step = 'asking';
    this.comment = '';
    this.reason = '';
  }

  protected override createRenderRoot(): HTMLElement {
    bringStyles(this, feedbackCss);
    return this;
  }

  protected override render() {
    return html`${this.#button('like')}${this.#button('dislike')}
    ${this.step === 'commenting' ? this.#form() : nothing}
    ${this.step === 'failed' ? html`<p class="hint" role="alert">${this.text('feedbackFailed')}</p>` : nothing}
    ${this.rating && this.step === 'asking' ? html`<p class="hint">${this.text('thanks')}</p>` : nothing}`;
  }

  #button(rating: Rating) {
    const isOpen = rating === 'dislike' && this.step === 'commenting';
    return toolButton('like', this.text(rating), () => this.#choose(rating), {
      kind: rating,
      isPressed: this.step === 'commenting' ? isOpen : this.rating === rating,
      isDisabled: this.step === 'sending' || this.rating === rating,
    });
  }

  #choose(rating: Rating): void {
    if (this.step === 'sending' || this.rating === rating) return;
    if (rating === 'like') void this.#send('like');
    else void this.#toggleForm();
  }

  #form() {
    const { text, comment } = this;
    const most = limits.commentLength - withReason(this.reason, ' ').length + 1;
    return html`<form class="comment" @submit=${this.#submit} @keydown=${this.#press}>
      <div class="reasons" role="group" aria-label=${text('reason')}>
        ${reasons.map((reason) => this.#reasonButton(text(reason)))}
      </div>
      <textarea
        rows="2"
        dir="auto"
        maxlength=${most}
        placeholder=${text('comment')}
        aria-label=${text('comment')}
        .value=${comment}
        @input=${this.#write}
      ></textarea>
      <div class="row">
        <span class="characters-left">${comment.length}/${most}</span>
        <button type="button" class="plain-button" @click=${this.#toggleForm}>${text('cancel')}</button>
        <button type="submit" class="plain-button strong">${text('sendFeedback')}</button>
      </div>
    </form>`;
  }

  #reasonButton(reason: string) {
    const isChosen = this.reason === reason;
    return html`<button
      type="button"
      class="plain-button"
      aria-pressed=${isChosen ? 'true' : 'false'}
      @click=${() => (this.reason = isChosen ? '' : reason)}
    >
      ${reason}
    </button>`;
  }

  readonly #toggleForm = async (): Promise<void> => {
    const opens = this.step !== 'commenting';
    this.step = opens ? 'commenting' : 'asking';
    await this.updateComplete;
    if (opens) {
      this.querySelector('textarea')?.focus({ preventScroll: true });
      this.querySelector('form')?.scrollIntoView({ block: 'nearest' });
    } else this.querySelector<HTMLElement>('.dislike')?.focus();
  };

  readonly #write = (event: InputEvent): void => {
    if (event.target instanceof HTMLTextAreaElement) this.comment = event.target.value;
  };

  /** Escape closes the form, not the window. */
  readonly #press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.isComposing) {
      event.preventDefault();
      void this.#toggleForm();
    } else if (sends(event) && event.target instanceof HTMLTextAreaElement) {
      event.preventDefault();
      void this.#send('dislike');
    }
  };

  readonly #submit = (event: SubmitEvent): void => {
    event.preventDefault();
    void this.#send('dislike');
  };

  async #send(rating: Rating): Promise<void> {
    this.step = 'sending';
    const hadForm = this.querySelector('form') !== null;
    const stored = await this.rate(rating, rating === 'dislike' ? withReason(this.reason, this.comment) : '');
    this.step = stored ? 'asking' : 'failed';
    if (stored) announce(this, this.text('thanks'));
    if (hadForm) this.querySelector<HTMLElement>('.dislike')?.focus();
  }
}

/** Combines reason and comment into the single comment of the operation. */
const withReason = (reason: string, comment: string): string =>
  [reason, comment].filter((words) => words !== '').join(': ');

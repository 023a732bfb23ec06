import { html, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { bringStyles } from '../../ui/bring-styles.ts';
import { icon } from '../../ui/icon.ts';
import { toolButton } from '../../ui/tool-button.ts';
import asidesCss from './asides.css?inline';
import type { Conversation } from '../conversation.ts';
import { watchSelection, withPassage } from '../passage/selected-text.ts';
import type { ShareBox } from '../../share/share-box.ts';
import { pastList } from '../past/past-list.ts';
import type { Dialogue } from './dialogue.ts';
import { PartChip } from './part-chip.ts';

/** The panel of the conversation. */
type Host = LitElement & { readonly conversation: Conversation };

/** What stands beside the conversation of a panel: a passage of the page to ask about, and the conversations of earlier days. */
export class Asides implements ReactiveController {
  /** The text that is selected on the page, and the passage that the next question is about; `''` for none. */
  #offered = '';
  #passage = '';
  /** True while the conversations of earlier days are listed in place of this one. */
  isListing = false;
  /** Comes where the site lets visitors share. */
  share: ShareBox | undefined;
  readonly #host: Host;
  readonly #dialogue: Dialogue;
  /** Called when a pressed button may be gone. */
  readonly #keepFocus: () => void;
  readonly #base: URL;
  readonly #part: PartChip;
  #stopWatching = () => {};

  constructor(
    host: Host,
    dialogue: Dialogue,
    { base, keepFocus }: { readonly base: URL; readonly keepFocus: () => void },
  ) {
    this.#base = base;
    this.#host = host;
    this.#dialogue = dialogue;
    this.#keepFocus = keepFocus;
    const { context, resume: become } = dialogue;
    this.#part = new PartChip({ host, context, base, become, keepFocus });
    host.addController(this);
  }

  hostConnected(): void {
    this.#stopWatching = watchSelection((text) => {
      this.#offered = text;
      this.#host.requestUpdate();
    });
    const inside = this.#host.renderRoot.firstElementChild;
    if (inside) bringStyles(inside, asidesCss);
    void this.#dialogue.past.load().then(
      () => this.#host.requestUpdate(),
      // Without the module there is no list.
      () => undefined,
    );
    this.#loadShare().catch(() => undefined);
  }

  async #loadShare(): Promise<void> {
    const { context } = this.#dialogue;
    if (!context.settings.shareConversations) return;
    const { ShareBox } = await import('../../share/share-box.ts');
    const changed = () => this.#host.requestUpdate();
    this.share ??= new ShareBox({
      context,
      base: this.#base,
      conversation: () => this.#host.conversation,
      changed,
      keepFocus: this.#keepFocus,
    });
    changed();
  }

  hostDisconnected(): void {
    this.#stopWatching();
  }

  /** The question as it is sent, with the passage that it is about. */
  taken(question: string): string {
    const asked = withPassage(question, this.#passage);
    this.#passage = '';
    this.isListing = false;
    this.#host.requestUpdate();
    return asked;
  }

  /** The link to share, or the part of the site that is asked alone above the passage. */
  chip(): TemplateResult | undefined {
    const sharing = this.share?.view();
    if (sharing) return sharing;
    const [part, passage] = [this.#part.view(), this.#passageChip()];
    return part && passage ? html`<div class="abouts">${part}${passage}</div>` : (part ?? passage);
  }

  /** The passage that is asked about, or the offer to ask about what is selected on the page. */
  #passageChip(): TemplateResult | undefined {
    const { text, settings } = this.#dialogue.context;
    if (this.#passage !== '')
      return html`<div class="about">
        ${icon('reply')}<span dir="auto">${text('aboutSelection', { title: this.#passage })}</span>
        ${toolButton('close', text('leaveSelection'), () => this.#take(''))}
      </div>`;
    if (this.#offered === '' || !settings.allowGuest) return undefined;
    return html`<div class="about">
      <button
        type="button"
        class="plain-button offer"
        @mousedown=${(event: MouseEvent) => event.preventDefault()}
        @click=${() => this.#take(this.#offered)}
      >
        ${icon('reply')}${text('askSelection')}: <span dir="auto">${this.#offered}</span>
      </button>
    </div>`;
  }

  /** Shows or hides the list; missing when there is nothing to list. */
  get toggleList(): (() => void) | undefined {
    if (!this.isListing && this.#dialogue.past.list().length === 0) return undefined;
    return () => this.#show(!this.isListing);
  }

  close(): void {
    this.isListing = false;
  }

  list() {
    const { context, past, open } = this.#dialogue;
    return pastList(past.list(), context, {
      open: (id) => {
        open(id);
        this.#show(false);
      },
      clear: () => {
        past.clear();
        this.#show(false);
      },
    });
  }

  #take(text: string): void {
    this.#passage = text;
    this.#offered = '';
    this.#host.requestUpdate();
    this.#keepFocus();
  }

  #show(isListing: boolean): void {
    this.isListing = isListing;
    this.#host.requestUpdate();
    this.#keepFocus();
  }
}

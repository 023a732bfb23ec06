import { html, nothing, type TemplateResult } from 'lit';
import type { ViewContext } from '../answer/context.ts';
import type { Conversation } from '../chat/conversation.ts';
import { fieldsOf, textOf } from '../kit/coerce.ts';
import { readJson, writeText } from '../kit/storage.ts';
import { announce } from '../ui/announce.ts';
import { toolButton } from '../ui/tool-button.ts';
import { createShareApi } from './share-api.ts';
import { linkTo } from './share-link.ts';
import { shareTexts } from './share-texts.ts';

/** The last share made in this tab, and its conversation. */
const key = 'docent-shared';

export interface ShareBoxDeps {
  readonly context: ViewContext;
  readonly base: URL;
  readonly conversation: () => Conversation;
  readonly changed: () => void;
  /** Called when a pressed button may be gone. */
  readonly keepFocus: () => void;
}

/** The offer to share the conversation as a link, and the way to end that. */
export class ShareBox {
  readonly label: string;
  isOpen = false;
  #isBusy = false;
  /** Why there is no link. */
  #complaint = '';
  readonly #deps: ShareBoxDeps;
  readonly #api: ReturnType<typeof createShareApi>;
  readonly #words: ReturnType<typeof shareTexts>;

  constructor(deps: ShareBoxDeps) {
    const { language, settings } = deps.context;
    this.#deps = deps;
    this.#api = createShareApi(deps.base);
    this.#words = shareTexts(language, settings.texts);
    this.label = this.#words.share;
  }

  /** Shows or hides the box; missing while there is nothing to share. */
  get toggle(): (() => void) | undefined {
    if (!this.#logged()) return undefined;
    return () => this.#show(!this.isOpen);
  }

  view(): TemplateResult | undefined {
    const conversation = this.#logged();
    if (!this.isOpen || !conversation) return undefined;
    const { text } = this.#deps.context;
    const words = this.#words;
    const shareId = this.#idOf(conversation);
    return html`<div class="share" role="group" aria-label=${words.share}>
      <div class="share-head">
        <span>${this.#complaint || words.note}</span>
        ${toolButton('close', text('close'), () => this.#show(false))}
      </div>
      ${shareId === undefined ? nothing : this.#link(linkTo(shareId, this.#deps.base))}
      <div class="share-acts">
        ${
          shareId === undefined
            ? html`<button
                type="button"
                class="plain-button"
                aria-disabled=${String(this.#isBusy)}
                @click=${(event: Event) => this.#create(event, conversation)}
              >
                ${words.create}
              </button>`
            : html`<button
                type="button"
                class="plain-button"
                aria-disabled=${String(this.#isBusy)}
                @click=${(event: Event) => this.#revoke(event, conversation.id)}
              >
                ${words.revoke}
              </button>`
        }
      </div>
    </div>`;
  }

  #link(address: string) {
    const { text } = this.#deps.context;
    return html`<div class="share-link">
      <input
        type="text"
        readonly
        dir="ltr"
        aria-label=${this.#words.link}
        .value=${address}
        @focus=${({ target }: Event) => target instanceof HTMLInputElement && target.select()}
      />
      <docent-copy
        .words=${{ label: text('copy'), copied: text('copied'), failed: text('copyFailed') }}
        .content=${() => address}
      ></docent-copy>
    </div>`;
  }

  async #create({ target }: Event, { id, length }: { id: string; length: number }): Promise<void> {
    if (this.#isBusy) return;
    const shareId = await this.#busy(() => this.#api.create(id));
    this.#complaint = shareId === undefined ? this.#words.failed : '';
    if (shareId !== undefined) writeText(key, JSON.stringify({ id, length, shareId }));
    this.#said(target, this.#complaint || this.#words.link);
  }

  async #revoke({ target }: Event, id: string): Promise<void> {
    if (this.#isBusy) return;
    const isEnded = await this.#busy(() => this.#api.revoke(id));
    this.#complaint = isEnded ? this.#words.revoked : this.#words.failed;
    if (isEnded) writeText(key);
    this.#said(target, this.#complaint);
  }

  async #busy<T>(act: () => Promise<T>): Promise<T> {
    this.#isBusy = true;
    this.#deps.changed();
    const result = await act();
    this.#isBusy = false;
    return result;
  }

  #said(target: EventTarget | null, words: string): void {
    if (target instanceof HTMLElement) announce(target, words);
    this.#deps.changed();
    this.#deps.keepFocus();
  }

  #show(isOpen: boolean): void {
    this.isOpen = isOpen;
    this.#complaint = '';
    this.#deps.changed();
    this.#deps.keepFocus();
  }

  /** The conversation by its secret and its length, once an answer of it is logged. */
  #logged(): { readonly id: string; readonly length: number } | undefined {
    const conversation = this.#deps.conversation();
    const id = conversation.findLast(({ answer }) => answer.logId)?.conversationId;
    return id === undefined ? undefined : { id, length: conversation.length };
  }

  /** The share of the conversation as it stands; what was said since needs another one. */
  #idOf({ id, length }: { readonly id: string; readonly length: number }): string | undefined {
    const kept = fieldsOf(readJson(key));
    return kept.id === id && kept.length === length ? textOf(kept.shareId, 64) || undefined : undefined;
  }
}

import { html, type LitElement, type TemplateResult } from 'lit';
import type { ViewContext } from '../../answer/context.ts';
import { pageScope } from '../../kit/page-scope.ts';
import { announce } from '../../ui/announce.ts';
import { icon } from '../../ui/icon.ts';
import type { Conversation } from '../conversation.ts';

export interface PartChipDeps {
  /** The panel of the conversation. */
  readonly host: LitElement & { readonly conversation: Conversation };
  readonly context: ViewContext;
  readonly base: URL;
  /** Takes the conversation without its part. */
  readonly become: (conversation: Conversation) => void;
  /** Called when the pressed button is gone. */
  readonly keepFocus: () => void;
}

/** Names of parts and the words around them; they come when a conversation is narrowed. */
interface Words {
  readonly say: (key: 'scope.searchIn' | 'scope.wholeSite' | 'scope.toWholeSite') => string;
  readonly nameOf: (scope: string) => string;
}

/** Shows that a conversation asks one part of the site alone (SCP7), and takes that away. */
export class PartChip {
  readonly #deps: PartChipDeps;
  #words: Words | undefined;
  #isAsked = false;

  constructor(deps: PartChipDeps) {
    this.#deps = deps;
  }

  /** Nothing where the whole site is asked, and where the page itself names the part. */
  view(): TemplateResult | undefined {
    const last = this.#deps.host.conversation.at(-1);
    if (!last?.scope || pageScope() !== undefined) return undefined;
    if (!this.#words) {
      // Without the words the conversation is narrowed all the same.
      this.#load().catch(() => undefined);
      return undefined;
    }
    const { say, nameOf } = this.#words;
    const away = say('scope.toWholeSite');
    return html`<div class="about part">
      ${icon('category')}<span>${say('scope.searchIn')} <bdi>${nameOf(last.scope)}</bdi></span>
      <button
        type="button"
        class="tool"
        title=${away}
        aria-label=${away}
        ?disabled=${last.answer.ending === undefined}
        @click=${this.#leave}
      >
        ${icon('close')}
      </button>
    </div>`;
  }

  async #load(): Promise<void> {
    if (this.#isAsked) return;
    this.#isAsked = true;
    const { host, context, base } = this.#deps;
    const [{ partTexts }, { siteParts }] = await Promise.all([
      import('../../search/parts/part-texts.ts'),
      import('../../search/parts/site-parts.ts'),
    ]);
    const parts = (await siteParts(base, context.language)) ?? [];
    this.#words = {
      say: partTexts(context.language, context.settings.texts),
      // A part that the site no longer lists is known by its value.
      nameOf: (scope) => parts.find((part) => part.scope === scope)?.name ?? scope.replace(/^\w+:/, ''),
    };
    host.requestUpdate();
  }

  readonly #leave = (): void => {
    const { host, become, keepFocus } = this.#deps;
    const say = this.#words?.say;
    become(host.conversation.map((turn) => ({ ...turn, scope: undefined })));
    const inside = host.renderRoot.querySelector<HTMLElement>('docent-composer');
    if (say && inside) announce(inside, `${say('scope.searchIn')} ${say('scope.wholeSite')}`);
    keepFocus();
  };
}

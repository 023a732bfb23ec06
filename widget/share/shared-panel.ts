import { html, LitElement, nothing, unsafeCSS } from 'lit';
import type { ViewContext } from '../answer/context.ts';
import { lateLanguages } from '../answer/language/late-languages.ts';
import { sourceOf } from '../answer/mark-nodes.ts';
import { previewOnDemand } from '../answer/preview-on-demand.ts';
import { turnViews } from '../answer/turn.ts';
import turnCss from '../answer/turn.css?inline';
import type { Panel, PanelParts } from '../chat/panel-parts.ts';
import panelCss from '../chat/view/panel.css?inline';
import { onAnnouncement } from '../ui/announce.ts';
import groundCss from '../ui/ground.css?inline';
import { focusQuietly } from '../ui/focus-quietly.ts';
import { createShareApi, type Shared } from './share-api.ts';
import { shareTexts } from './share-texts.ts';

const readOnly = 'A shared conversation takes no questions.';

/** A conversation that somebody has shared, to read. Nothing of it is kept in this browser. */
export class SharedPanel extends LitElement implements Panel {
  static override styles = [groundCss, panelCss, turnCss].map((text) => unsafeCSS(text));
  static override properties = { shared: { state: true }, said: { state: true } };

  /** Missing until it is there; `gone` when it is not shared. */
  declare shared: Shared | 'gone' | undefined;
  declare said: string;
  readonly #parts: PanelParts;
  readonly #words: ReturnType<typeof shareTexts>;

  constructor(parts: PanelParts, shareId: string) {
    super();
    this.#parts = parts;
    this.#words = shareTexts(parts.language, parts.settings.texts);
    this.said = '';
    void createShareApi(parts.base)
      .read(shareId)
      .then((shared) => (this.shared = shared ?? 'gone'));
  }

  furnish = async (): Promise<void> => undefined;
  idle = async (): Promise<void> => undefined;
  prefill = async (): Promise<void> => undefined;
  hydrate = (): void => undefined;
  ask = (): Promise<never> => Promise.reject(new Error(readOnly));

  async focusInput(): Promise<void> {
    await this.updateComplete;
    focusQuietly(this.shadowRoot?.querySelector<HTMLElement>('.thread') ?? undefined);
  }

  protected override firstUpdated(): void {
    onAnnouncement(this.renderRoot, (words) => (this.said = words));
    if (this.shadowRoot) previewOnDemand(this.shadowRoot, sourceOf);
  }

  protected override updated(): void {
    if (typeof this.shared === 'object')
      void lateLanguages(this.renderRoot, this.shared.conversation, this.#parts.language);
  }

  protected override render() {
    const { text, settings } = this.#parts;
    const { shared } = this;
    return html`
      <div class="bar" part="header">
        <h2 dir="auto">${[settings.siteTitle, this.#words.shared].filter(Boolean).join(' · ')}</h2>
      </div>
      <div class="thread" role="log" aria-live="off" aria-label=${text('conversation')} tabindex="0">
        <div class="turns">
          ${
            shared === undefined
              ? nothing
              : shared === 'gone'
                ? html`<p class="outcome" role="status">${this.#words.gone}</p>`
                : turnViews(shared.conversation, this.#context(shared))
          }
        </div>
      </div>
      <p class="hidden" role="status">${this.said}</p>
    `;
  }

  /** Nothing can be asked or rated here. */
  #context({ site }: Shared): ViewContext {
    const { text, language, settings } = this.#parts;
    return {
      text,
      language,
      settings: { ...settings, allowGuest: false },
      site: site ?? this.#parts.site,
      ask: () => undefined,
      again: () => undefined,
      rate: async () => false,
    };
  }
}

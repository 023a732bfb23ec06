import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { ViewContext } from '../../answer/context.ts';
import type { IconName } from '../../appearance/icons.ts';
import { isTouched } from '../../kit/is-touched.ts';
import { announce } from '../../ui/announce.ts';
import { bringStyles } from '../../ui/bring-styles.ts';
import { icon } from '../../ui/icon.ts';
import { toolButton } from '../../ui/tool-button.ts';
import type { Part, Search } from '../search-controller.ts';
import chooserCss from './part-chooser.css?inline';
import { partTexts } from './part-texts.ts';
import { partKinds, siteParts, type SitePart } from './site-parts.ts';

export interface PartChooserDeps {
  /** The search box, which shows the choice. */
  readonly host: LitElement;
  readonly context: ViewContext;
  readonly base: URL;
  /** Takes what the visitor chose; nothing for the whole site. */
  readonly choose: (part: Part | undefined) => void;
}

/** Parts of a kind that are shown until the visitor wants them all. */
const few = 6;

const icons: Readonly<Record<SitePart['kind'], IconName>> = {
  category: 'page',
  tag: 'tag',
  path: 'category',
  language: 'reply',
  version: 'clock',
  source: 'dock',
};

/** The choice of a part of the site (SCP6): a button that names the part, and the list that it opens. */
export class PartChooser {
  isOpen = false;
  #parts: readonly SitePart[] | 'loading' | 'failed' = [];
  #whole: ReadonlySet<SitePart['kind']> = new Set();
  readonly #deps: PartChooserDeps;
  readonly #words: ReturnType<typeof partTexts>;

  constructor(deps: PartChooserDeps) {
    const { language, settings } = deps.context;
    this.#deps = deps;
    this.#words = partTexts(language, settings.texts);
    bringStyles(deps.host.renderRoot, chooserCss);
    deps.host.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing || !this.isOpen) return;
      // Only the list closes, not the window.
      event.preventDefault();
      event.stopPropagation();
      this.#focus('.scope-button');
      this.close();
    });
  }

  /** The button, and beside it the way back to the whole site. */
  bar(chosen: Part | undefined): TemplateResult {
    const words = this.#words;
    const back = words('scope.toWholeSite');
    return html`<div class="scope">
      <button
        type="button"
        class="scope-button"
        aria-expanded=${String(this.isOpen)}
        @click=${() => (this.isOpen ? this.close() : this.#open())}
      >
        <span>${words('scope.searchIn')}</span>
        <em dir="auto">${chosen?.name ?? words('scope.wholeSite')}</em>
        ${icon('chevron')}
      </button>
      ${chosen ? toolButton('close', back, () => this.#choose(undefined)) : nothing}
    </div>`;
  }

  /** The parts to choose from; nothing while it is closed. */
  list(chosen: Part | undefined): TemplateResult | undefined {
    if (!this.isOpen) return undefined;
    const { text } = this.#deps.context;
    const [words, parts] = [this.#words, this.#parts];
    return html`<div
      class="start parts"
      role="group"
      aria-label=${words('scope.searchIn')}
      aria-busy=${String(parts === 'loading')}
    >
      <ul class="whole">
        ${this.#row(undefined, chosen)}
      </ul>
      ${
        typeof parts === 'string'
          ? html`<p class="hint whole">${text(parts === 'loading' ? 'searchingNow' : 'failed')}</p>`
          : partKinds.map((kind) =>
              this.#section(
                kind,
                parts.filter((part) => part.kind === kind),
                chosen,
              ),
            )
      }
    </div>`;
  }

  /** Said instead of a list in a part where nothing was found. */
  nothingFound({ keyword, part }: Search): TemplateResult | undefined {
    if (!part) return undefined;
    return html`<p class="hint" dir="auto">${this.#nothingIn(keyword, part)}</p>
      <button type="button" class="plain-button" @click=${() => this.#choose(undefined)}>
        ${this.#words('scope.toWholeSite')}
      </button>`;
  }

  /** For screen readers: what has changed by a choice; `undefined` when the search itself says it. */
  said(before: Search, now: Search): string | undefined {
    const { part, finding, keyword } = now;
    if (before.part !== part && keyword.trim() === '')
      return `${this.#words('scope.searchIn')} ${part?.name ?? this.#words('scope.wholeSite')}`;
    const isNothing = part && finding !== before.finding && Array.isArray(finding) && finding.length === 0;
    return isNothing ? this.#nothingIn(keyword, part) : undefined;
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#deps.host.requestUpdate();
  }

  #open(): void {
    this.isOpen = true;
    this.#whole = new Set();
    if (this.#parts === 'failed' || this.#parts.length === 0) void this.#load();
    this.#deps.host.requestUpdate();
  }

  async #load(): Promise<void> {
    this.#parts = 'loading';
    const { base, context, host } = this.#deps;
    this.#parts = (await siteParts(base, context.language)) ?? 'failed';
    const bar = host.renderRoot.querySelector<HTMLElement>('.scope');
    if (this.#parts === 'failed' && bar) announce(bar, context.text('failed'));
    host.requestUpdate();
  }

  #choose(part: Part | undefined): void {
    this.isOpen = false;
    // What was pressed goes away. On a phone the keyboard would cover what is found.
    this.#focus(isTouched() ? '.scope-button' : 'input');
    this.#deps.choose(part);
    this.#deps.host.requestUpdate();
  }

  #focus(selector: string): void {
    this.#deps.host.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  #section(kind: SitePart['kind'], parts: readonly SitePart[], chosen: Part | undefined) {
    if (parts.length === 0) return nothing;
    const shown = this.#whole.has(kind) ? parts : parts.slice(0, few);
    const showAll = ({ currentTarget }: Event) => {
      const { host } = this.#deps;
      const section = currentTarget instanceof Element ? currentTarget.closest('section') : undefined;
      const focusRow = (nth: number) => section?.querySelectorAll<HTMLElement>('.row')[nth]?.focus();
      this.#whole = new Set(this.#whole).add(kind);
      // The pressed button goes away: the keyboard goes on with the first part that comes.
      focusRow(few - 1);
      host.requestUpdate();
      void host.updateComplete.then(() => focusRow(few));
    };
    return html`<section>
      <h2 class="section">${this.#words(`scope.${kind}`)}</h2>
      <ul>
        ${shown.map((part) => this.#row(part, chosen))}
      </ul>
      ${
        shown.length < parts.length
          ? html`<button type="button" class="plain-button" @click=${showAll}>
              ${this.#words('scope.all', { count: parts.length })}
            </button>`
          : nothing
      }
    </section>`;
  }

  #row(part: SitePart | undefined, chosen: Part | undefined) {
    return html`<li>
      <button
        type="button"
        class="row"
        aria-pressed=${String(part?.scope === chosen?.scope)}
        @click=${() => this.#choose(part)}
      >
        ${icon(part ? icons[part.kind] : 'search')}
        <span class="title" dir="auto">${part?.name ?? this.#words('scope.wholeSite')}</span>
        ${
          part
            ? html`<span class="count"
                >${this.#deps.context.text('articles', { count: part.articles })}</span
              >`
            : nothing
        }
      </button>
    </li>`;
  }

  /** The part's name runs in its own direction. */
  readonly #nothingIn = (keyword: string, { name }: Part): string =>
    this.#words('scope.nothingIn', { keyword: keyword.trim(), part: `\u2068${name}\u2069` });
}

import type { ProseView } from './markdown/markdown.ts';
import { withoutHalfMark, withoutHalfTable } from './marks.ts';
import { markedText, type ProseContext } from './mark-nodes.ts';
import { bringStyles } from '../ui/bring-styles.ts';
import { nextTask } from '../kit/when-idle.ts';

/** The text of an answer with its references. */
export interface ProseContent {
  readonly text: string;
  readonly context: ProseContext;
  /** True when more text may come. */
  readonly isOpen: boolean;
}

/** Maximum length of an answer that is rendered as Markdown; longer ones are shown as plain text. */
const longestMarkdown = 60_000;
/** Time in milliseconds that a text waits for the Markdown module, so that text being read does not move later. */
const patienceMs = 1000;
/** After a time slice the page gets this multiple of its length. */
const rest = 2;

/**
 * Loads and initializes the Markdown module in steps, since doing all at once would block a slow phone. The browser
 * caches the module; a failed load is tried again with the next answer.
 */
async function loadMarkdown() {
  await import('dompurify');
  await nextTask();
  const { createProseView, markdownCss, warmUp } = await import('./markdown/markdown.ts');
  await warmUp();
  return { createProseView, markdownCss };
}

/** Preloads the module, since an answer is about to arrive. */
export const prepareMarkdown = (): void => void loadMarkdown().catch(() => undefined);

/** Renders the text of an answer in time slices; as plain text while the Markdown module is missing. */
export class Prose extends HTMLElement {
  #content: ProseContent | undefined;
  #markdown: ProseView | undefined;
  /** Styles of the Markdown, which come with its module. */
  #css = '';
  /** Holds the Markdown. While plain text is shown it is drawn apart: what is read changes once, when all of it is there. */
  readonly #blocks = document.createElement('div');
  #isAsked = false;
  #isPlain = false;
  /** Time until which the page runs other work, on the clock of `performance.now`. */
  #restsUntil = 0;
  #next: ReturnType<typeof setTimeout> | undefined;

  set content(content: ProseContent) {
    this.ariaBusy = 'true';
    this.#content = content.isOpen
      ? { ...content, text: withoutHalfTable(withoutHalfMark(content.text)) }
      : content;
    if (!this.#isAsked) void this.#upgrade(content.context);
    this.#drawLater();
  }

  async #upgrade({ text }: ProseContext): Promise<void> {
    this.#isAsked = true;
    const becomePlain = () => {
      this.#isPlain = true;
      this.#drawLater();
    };
    const late = setTimeout(becomePlain, patienceMs);
    try {
      const { createProseView, markdownCss } = await loadMarkdown();
      this.#css = markdownCss;
      this.#blocks.className = 'blocks';
      this.#markdown = createProseView(this.#blocks, text);
      this.#drawLater();
    } catch {
      // Plain text is readable too.
      becomePlain();
    } finally {
      clearTimeout(late);
    }
  }

  #draw(): void {
    if (!this.#content) return;
    const { text, context, isOpen } = this.#content;
    const markdown = text.length > longestMarkdown ? undefined : this.#markdown;
    const now = performance.now();
    const isWhole = markdown?.show(text, context, isOpen) ?? true;
    const isPlain = markdown
      ? !isWhole && this.classList.contains('plain')
      : this.#isPlain || this.#markdown !== undefined;
    this.classList.toggle('plain', isPlain);
    if (isPlain) this.replaceChildren(markedText(text, context, { count: 0 }));
    else if (markdown && !this.contains(this.#blocks)) {
      // Not before: what is shown as it is written would move by them.
      bringStyles(this, this.#css);
      this.replaceChildren(this.#blocks);
    }
    if (isPlain || (markdown && isWhole)) this.#settle(isOpen);
    if (!markdown) return;
    const end = performance.now();
    this.#restsUntil = end + (end - now) * rest;
    if (!isWhole) this.#drawLater();
  }

  /** Everything that came is shown; what stands below a complete answer may appear. */
  #settle(isOpen: boolean): void {
    this.ariaBusy = null;
    this.toggleAttribute('data-whole', this.hasAttribute('data-whole') || !isOpen);
  }

  /** Renders in a separate task; text that arrives meanwhile is rendered with it. */
  #drawLater(): void {
    if (this.#next !== undefined) return;
    const draw = () => {
      this.#next = undefined;
      this.#draw();
    };
    this.#next = setTimeout(draw, Math.max(0, this.#restsUntil - performance.now()));
  }
}

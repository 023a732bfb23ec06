import type { ProseView } from './markdown/markdown.ts';
import { withoutHalfMark, withoutHalfTable } from './marks.ts';
import { markedText, type ProseContext } from './mark-nodes.ts';
import { nextTask } from '../kit/when-idle.ts';

/** The text of an answer and what it refers to. */
export interface ProseContent {
  readonly text: string;
  readonly context: ProseContext;
  /** True when more text may come. */
  readonly isOpen: boolean;
}

/** Longer answers are shown as plain text: no renderer is asked to work through them again and again. */
const longestMarkdown = 60_000;
/** So long a text waits for the Markdown module, so that nothing moves that is being read, in milliseconds. */
const patienceMs = 1000;
/** After a slice the page has this many times as long for itself. */
const rest = 2;

/**
 * The Markdown module, started step by step: a slow phone would be held up by all of it at once. The browser keeps what it loaded
 * and tries a failed load again with the next answer.
 */
async function loadMarkdown() {
  await import('dompurify');
  await nextTask();
  const { createProseView, warmUp } = await import('./markdown/markdown.ts');
  await warmUp();
  return createProseView;
}

/** An answer is near and will want the module; by then it is here. */
export const prepareMarkdown = (): void => void loadMarkdown().catch(() => undefined);

/** Shows the text of an answer, in slices; as plain text when the Markdown module is late, and for good if it never comes. */
export class Prose extends HTMLElement {
  #content: ProseContent | undefined;
  #markdown: ProseView | undefined;
  #isAsked = false;
  #isPlain = false;
  /** The time until which it is the page's turn, on the clock of `performance.now`. */
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
      const createProseView = await loadMarkdown();
      this.#markdown = createProseView(this, text);
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
    const isPlain = markdown === undefined && (this.#isPlain || this.#markdown !== undefined);
    this.classList.toggle('plain', isPlain);
    if (isPlain) {
      this.replaceChildren(markedText(text, context, { count: 0 }));
      this.ariaBusy = null;
    }
    if (!markdown) return;
    const now = performance.now();
    const isWhole = markdown.show(text, context, isOpen);
    this.ariaBusy = isWhole ? null : 'true';
    const end = performance.now();
    this.#restsUntil = end + (end - now) * rest;
    if (!isWhole) this.#drawLater();
  }

  /** Draws in a task of its own, after the page had its turn; what comes meanwhile is drawn with it. */
  #drawLater(): void {
    if (this.#next !== undefined) return;
    const draw = () => {
      this.#next = undefined;
      this.#draw();
    };
    this.#next = setTimeout(draw, Math.max(0, this.#restsUntil - performance.now()));
  }
}

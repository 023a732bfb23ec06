import type { ProseView } from './markdown/markdown.ts';
import { withoutHalfMark, withoutHalfTable } from './marks.ts';
import { markedText, type ProseContext } from './mark-nodes.ts';

/** The text of an answer and what it refers to. */
export interface ProseContent {
  readonly text: string;
  readonly context: ProseContext;
  /** Whether more text may come. */
  readonly isOpen: boolean;
}

/** Longer answers are shown as plain text: no renderer is asked to work through them again and again. */
const longestMarkdown = 60_000;

/** The Markdown module. The browser keeps what it loaded and tries a failed load again with the next answer. */
export const loadMarkdown = (): Promise<typeof import('./markdown/markdown.ts')> =>
  import('./markdown/markdown.ts');

/** Shows the text of an answer: as plain text until the Markdown module is there, and for good if it never comes. */
export class Prose extends HTMLElement {
  #content: ProseContent | undefined;
  #markdown: ProseView | undefined;
  #isAsked = false;

  set content(content: ProseContent) {
    this.#content = content.isOpen
      ? { ...content, text: withoutHalfTable(withoutHalfMark(content.text)) }
      : content;
    this.#draw();
    if (!this.#isAsked) void this.#upgrade();
  }

  async #upgrade(): Promise<void> {
    this.#isAsked = true;
    try {
      const { createProseView } = await loadMarkdown();
      this.#markdown = createProseView(this);
    } catch {
      // Plain text is readable too.
      return;
    }
    this.#draw();
  }

  #draw(): void {
    if (!this.#content) return;
    const { text, context, isOpen } = this.#content;
    const markdown = text.length > longestMarkdown ? undefined : this.#markdown;
    this.classList.toggle('plain', markdown === undefined);
    if (markdown) markdown.show(text, context, isOpen);
    else this.replaceChildren(markedText(text, context, { count: 0 }));
  }
}

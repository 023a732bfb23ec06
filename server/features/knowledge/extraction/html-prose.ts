import type { Outline } from './blocks.ts';
import type { ListWriter } from './html-lists.ts';
import type { Numbering } from './list-numbers.ts';
import { createTextRun, type TextRun } from './html-text.ts';
import { createTextShares, maybeHeading } from './text-shares.ts';

/** The running text of a page: paragraphs, quotations and the items of lists. */
export interface Prose {
  readonly run: TextRun;
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(text: string): void;
  /** Takes the text so far for a heading. */
  take(): string;
  /** Takes the anchor target directly before, `''` when there is none. */
  takeTarget(): string;
  /** Ends the running paragraph. */
  end(isQuote: boolean): void;
  beginList(isOrdered: boolean, numbering?: Numbering): void;
  endList(): void;
}

export const createProse = (outline: Outline, lists: ListWriter): Prose => {
  const run = createTextRun();
  const [ofParagraph, ofList] = [createTextShares(), createTextShares()];
  // Id of the running paragraph, or of the anchor target before it.
  let target = '';

  return {
    run,
    open(name, attributes) {
      ofParagraph.open(name, attributes);
      ofList.open(name, attributes);
      if (name === 'p' || name === 'a' || name === 'span')
        target = attributes.get('id') ?? attributes.get('name') ?? target;
    },
    close(name) {
      ofParagraph.close(name);
      ofList.close(name);
    },
    text(text) {
      run.text(text);
      ofParagraph.text(text);
      ofList.text(text);
    },
    take() {
      ofParagraph.take();
      return run.take();
    },
    takeTarget() {
      const id = target;
      target = '';
      return id;
    },
    end(isQuote) {
      const text = run.take();
      const { isBold, isContents } = ofParagraph.take();
      if (text === '') return;
      const own = target;
      target = '';
      if (lists.isOpen) return lists.say(text);
      if (isContents) return;
      if (isQuote) outline.add('quote', text);
      else if (isBold && maybeHeading(text)) outline.boldLine(text, own);
      else outline.add('paragraph', text);
    },
    beginList(isOrdered, numbering) {
      if (!lists.isOpen) ofList.take();
      lists.begin(isOrdered, numbering);
    },
    /** Ends a list; a list that consists of links within the page is its table of contents and is dropped. */
    endList() {
      if (lists.depth === 1 && ofList.take().isContents) lists.discard();
      lists.end();
    },
  };
};

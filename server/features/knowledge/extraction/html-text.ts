import { softBreaks } from '../../../markup/markdown.ts';
import { stripBracketShortcodes } from '../../../markup/shortcodes.ts';
import { withDollars } from '../../../markup/tex-formula.ts';

/** The running text of an HTML element, blanks collapsed as a browser does. */
export interface TextRun {
  text(text: string): void;
  /** Placeholder for an element that separates words. */
  blank(): void;
  lineBreak(): void;
  image(attributes: ReadonlyMap<string, string>): void;
  /** The text so far without unresolved shortcodes; the run starts anew. */
  take(): string;
}

export const createTextRun = (): TextRun => {
  let parts: string[] = [];
  return {
    text: (text) => void parts.push(softBreaks(text.replace(/[ \t\f]+/g, ' '))),
    blank: () => void parts.push(' '),
    lineBreak: () => void parts.push('\n'),
    image: (attributes) => void parts.push(attributes.get('alt') ?? ''),
    take() {
      const said = parts
        .join('')
        .replace(/ {2,}/g, ' ')
        .replace(/ ?\n ?/g, '\n');
      parts = [];
      return withDollars(stripBracketShortcodes(said)).trim();
    },
  };
};

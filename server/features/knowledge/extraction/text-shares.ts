import { isCaption } from '../../../text/captions.ts';

type Attributes = ReadonlyMap<string, string>;

/** Measures for a part of the HTML how much of its text is bold, and how much is links within the page. */
export interface TextShares {
  open(name: string, attributes: Attributes): void;
  close(name: string): void;
  text(text: string): void;
  /** The kind of the text since the last call. */
  take(): { readonly isBold: boolean; readonly isContents: boolean };
}

export const createTextShares = (): TextShares => {
  let bold = 0;
  let isWithinLink = false;
  let [all, allBold, linked] = [0, 0, 0];
  return {
    open(name, attributes) {
      if (boldTags.has(name)) bold++;
      if (name === 'a') isWithinLink = leadsWithinPage(attributes.get('href') ?? '');
    },
    close(name) {
      if (boldTags.has(name)) bold = Math.max(0, bold - 1);
      if (name === 'a') isWithinLink = false;
    },
    text(text) {
      const length = countLetters(text);
      all += length;
      if (bold > 0) allBold += length;
      if (isWithinLink) linked += length;
    },
    take() {
      const shares = { isBold: all > 0 && allBold === all, isContents: all > 0 && linked === all };
      [all, allBold, linked] = [0, 0, 0];
      return shares;
    },
  };
};

/** Number of letters; numbers of entries and separators are ignored, since they need not be part of the links. */
export const countLetters = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** True for a link within the page; `#` alone is a button. */
export const leadsWithinPage = (href: string): boolean => /^#[^\s]/.test(href);

const boldTags: ReadonlySet<string> = new Set(['b', 'strong']);
const longestTitle = 120;
const longestQuestion = 200;

/** True when a separate bold line may be a heading: not a sentence, a lead-in or a caption. */
export const maybeHeading = (text: string): boolean => {
  const line = text.trim();
  if (line === '' || line.includes('\n') || isCaption(line)) return false;
  if (/[?？]$/.test(line)) return line.length <= longestQuestion;
  return line.length <= longestTitle && /[\p{L}\p{N}）)」』》”"'’%+#*\]]$/u.test(line);
};

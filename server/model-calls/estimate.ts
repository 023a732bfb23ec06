import type { Message, MessageImage } from '../ports/models.ts';

/** Tokens per message besides its text. */
const tokensPerMessage = 4;

/**
 * Estimated tokens of a text: CJK ideographs / 1.5 + printable ASCII / 4 + others / 3; not rounded, so that pieces of a
 * stream add up.
 */
export function textWeight(text: string): number {
  let ideographs = 0;
  let ascii = 0;
  let others = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x20 && unit <= 0x7e) ascii += 1;
    else if (isIdeograph(unit)) ideographs += 1;
    // A surrogate pair counts once, at its first half; planes 2 and 3 are ideographs.
    else if (unit >= 0xd840 && unit <= 0xd8bf) ideographs += 1;
    else if (unit < 0xdc00 || unit > 0xdfff) others += 1;
  }
  return ideographs / 1.5 + ascii / 4 + others / 3;
}

/** Estimated tokens of texts, rounded up. */
export const estimateTexts = (texts: readonly string[]): number =>
  Math.ceil(texts.reduce((sum, text) => sum + textWeight(text), 0));

/** Estimated tokens of a prompt with its pictures, rounded up. */
export const estimateMessages = (messages: readonly Message[]): number =>
  estimateTexts(messages.map((message) => message.content)) +
  tokensPerMessage * messages.length +
  messages.flatMap(({ images = [] }) => images).reduce((sum, image) => sum + imageTokens(image), 0);

/** Models that cut pictures into tiles count about one token for so many pixels, others fewer. */
const pixelsPerToken = 700;

const imageTokens = ({ width, height }: MessageImage): number => Math.ceil((width * height) / pixelsPerToken);

const isIdeograph = (unit: number) =>
  (unit >= 0x4e00 && unit <= 0x9fff) ||
  (unit >= 0x3400 && unit <= 0x4dbf) ||
  (unit >= 0xf900 && unit <= 0xfaff);

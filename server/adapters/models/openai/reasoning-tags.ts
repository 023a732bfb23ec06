/** A piece of an answer, said or thought. */
export interface TaggedPiece {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

/** Parts an answer from the reasoning that a model writes between tags, as the pieces come. */
export interface TagSplitter {
  /** Takes the next piece of content. */
  push(content: string): readonly TaggedPiece[];
  /** Takes reasoning that came by a field of its own: the content then does not start inside it. */
  apart(): void;
  /**
   * The content is complete. Half a tag is text outside and dropped inside the reasoning. Content that was only
   * assumed to be reasoning, and never closed by a model that was not cut short, is given as text after all.
   */
  end(cutShort: boolean): readonly TaggedPiece[];
}

/**
 * Recognises `<think>` and `<reasoning>`, opening and closing, in any letter case and without attributes, split anywhere
 * between pieces: any opening tag starts, any closing tag ends. Only an end that may become a tag is held back.
 * Blanks after a tag and before an answer's first word are dropped.
 * @param startsInside the model's template has opened the reasoning itself, so that only its closing tag comes
 */
export function createTagSplitter(startsInside = false): TagSplitter {
  let inside = startsInside;
  let assumed = startsInside;
  let thoughts = '';
  let held = '';
  let atStart = true;

  const say = (pieces: TaggedPiece[], words: string) => {
    const text = atStart ? words.trimStart() : words;
    if (text === '') return;
    atStart = false;
    if (assumed && thoughts.length < MAX_ASSUMED) thoughts += text;
    pieces.push({ type: inside ? 'reasoning' : 'text', text });
  };

  return {
    push(content) {
      const pieces: TaggedPiece[] = [];
      const all = held + content;
      let from = 0;
      // The common case, plain words, is one search for a bracket.
      for (let bracket = all.indexOf('<'); bracket >= 0; bracket = all.indexOf('<', bracket + 1)) {
        TAG.lastIndex = bracket;
        const tag = TAG.exec(all);
        if (tag !== null) {
          say(pieces, all.slice(from, bracket));
          from = bracket + tag[0].length;
          inside = tag[1] === undefined;
          assumed = false;
          atStart = true;
        } else if (all.length - bracket < LONGEST_TAG && mayBecomeTag(all.slice(bracket))) {
          say(pieces, all.slice(from, bracket));
          held = all.slice(bracket);
          return pieces;
        }
      }
      say(pieces, all.slice(from));
      held = '';
      return pieces;
    },
    apart() {
      if (assumed) inside = false;
      assumed = false;
    },
    end(cutShort) {
      const pieces: TaggedPiece[] = [];
      if (!inside) say(pieces, held);
      else if (assumed && !cutShort && thoughts.trim() !== '')
        pieces.push({ type: 'text', text: thoughts + held });
      held = '';
      return pieces;
    },
  };
}

const TAG = /<(\/)?(?:think|reasoning)>/iy;
const LONGEST_TAG = '</reasoning>'.length;
const TAGS = ['<think>', '</think>', '<reasoning>', '</reasoning>'];
const MAX_ASSUMED = 1_000_000;

const mayBecomeTag = (text: string) => TAGS.some((tag) => tag.startsWith(text.toLowerCase()));

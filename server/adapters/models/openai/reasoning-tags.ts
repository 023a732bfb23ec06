/** A piece of text or reasoning. */
export interface TaggedPiece {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

/** Separates text from the reasoning that a model writes between tags, as pieces arrive. */
export interface TagSplitter {
  /** Takes the next piece of content. */
  push(content: string): readonly TaggedPiece[];
  /** Takes reasoning that came in its own field; the content then does not start inside reasoning. */
  reasoningApart(): void;
  /**
   * Ends the content. An incomplete tag is text outside of reasoning and dropped inside. Content that was only assumed
   * to be reasoning, and never closed although the model was not cut short, is returned as text.
   */
  end(cutShort: boolean): readonly TaggedPiece[];
}

/**
 * Recognizes the tags below, case-insensitively, without attributes, split anywhere between pieces; any opening tag
 * starts and any closing tag ends reasoning. Only a suffix that may become a tag is held back. Blanks after a tag and
 * before the first word of text are dropped.
 * @param startsInside the model's template has opened the reasoning, so that only a closing tag arrives
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
      for (const { index: bracket } of all.matchAll(BRACKETS)) {
        if (bracket < from) continue;
        const rest = all.slice(bracket, bracket + LONGEST_TAG).toLowerCase();
        const tag = TAGS.find(({ text }) => rest.startsWith(text));
        if (tag !== undefined) {
          say(pieces, all.slice(from, bracket));
          from = bracket + tag.text.length;
          inside = tag.opens;
          assumed = false;
          atStart = true;
        } else if (bracket + rest.length === all.length && TAGS.some(({ text }) => text.startsWith(rest))) {
          say(pieces, all.slice(from, bracket));
          held = all.slice(bracket);
          return pieces;
        }
      }
      say(pieces, all.slice(from));
      held = '';
      return pieces;
    },
    reasoningApart() {
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

const tagsOf = (opening: string, closing: string) => [
  { text: opening, opens: true },
  { text: closing, opens: false },
];

/** Tags of models; `[THINK]` is Mistral's, `◁think▷` Kimi's, and the channels are those of gpt-oss. */
const TAGS = [
  ...['think', 'thinking', 'thought', 'reasoning'].flatMap((name) => tagsOf(`<${name}>`, `</${name}>`)),
  ...tagsOf('[think]', '[/think]'),
  ...tagsOf('◁think▷', '◁/think▷'),
  ...tagsOf('<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'),
  { text: '<|channel|>final<|message|>', opens: false },
];
const BRACKETS = /[<[◁]/g;
const LONGEST_TAG = Math.max(...TAGS.map(({ text }) => text.length));
const MAX_ASSUMED = 1_000_000;

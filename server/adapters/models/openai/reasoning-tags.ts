/** A piece of text or reasoning. */
export interface TaggedPiece {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

/** Separates text from the reasoning that a model writes between tags, as pieces arrive. */
export interface TagSplitter {
  /** Takes the next piece of content. */
  push(content: string): readonly TaggedPiece[];
  /**
   * True after a closing tag without an opening one: the model's template has opened the reasoning, so that the text before
   * was reasoning.
   */
  readonly startedInside: boolean;
  /** Takes reasoning that came in its own field; the content then does not start inside reasoning. */
  reasoningApart(): void;
  /**
   * Ends the content. An incomplete tag is text outside of reasoning and dropped inside. Content that was only assumed
   * to be reasoning, and never closed although the model was not cut short, is returned as text.
   */
  end(cutShort: boolean): readonly TaggedPiece[];
}

/**
 * Recognizes the tags below, case-insensitively, split anywhere between pieces; any opening tag
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
  /** True until something has arrived. */
  let begins = !startsInside;
  /** The marks around the reasoning, while it is inside such as are no tags. */
  let bare: BareMarks | undefined;
  /** True while all that has come is text without tags. */
  let isUntagged = !startsInside;
  let startedInside = false;

  const say = (pieces: TaggedPiece[], words: string) => {
    const text = atStart ? words.trimStart() : words;
    if (text === '') return;
    atStart = false;
    if (assumed && thoughts.length < MAX_ASSUMED) thoughts += text;
    pieces.push({ type: inside ? 'reasoning' : 'text', text });
  };

  return {
    get startedInside() {
      return startedInside;
    },
    push(content) {
      const pieces: TaggedPiece[] = [];
      const all = held + content;
      held = '';
      let from = 0;
      if (begins) {
        if (all.length < BARE_LENGTH && mayBecomeBare(all)) {
          held = all;
          return pieces;
        }
        begins = false;
        for (const marks of BARE) {
          const start = marks.start.exec(all);
          if (start === null) continue;
          bare = marks;
          inside = assumed = true;
          isUntagged = false;
          thoughts = start[0];
          from = thoughts.length;
          break;
        }
      }
      for (const { index: start } of all.matchAll(bare ? BARE_SIGNS : BRACKETS)) {
        if (start < from) continue;
        const rest = all.slice(start, start + LONGEST_TAG);
        // In the middle of a text an escaped tag is one that the text shows.
        const isFirst = isUntagged && atStart && all.slice(from, start).trim() === '';
        if (/^[&\\]/.test(rest) && !isFirst && !inside) continue;
        const tag = tagAt(rest, bare);
        if (tag !== undefined) {
          say(pieces, all.slice(from, start));
          const isLone = isUntagged && !tag.opens && !atStart && !QUOTES.test(all.slice(0, start));
          if (isLone) {
            startedInside = true;
            for (const [at, { text }] of pieces.entries()) pieces[at] = { type: 'reasoning', text };
          }
          isUntagged = false;
          from = start + tag.length;
          inside = tag.opens;
          assumed = false;
          bare = undefined;
          atStart = true;
        } else if (start + rest.length === all.length && mayBecomeTag(rest, bare)) {
          say(pieces, all.slice(from, start));
          held = all.slice(start);
          return pieces;
        }
      }
      say(pieces, all.slice(from));
      return pieces;
    },
    reasoningApart() {
      if (assumed) inside = false;
      assumed = begins = isUntagged = false;
      bare = undefined;
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

/** A tag at the start of a text, `undefined` when there is none. */
function tagAt(
  text: string,
  bare: BareMarks | undefined,
): { readonly length: number; readonly opens: boolean } | undefined {
  const end = bare?.ends.find((words) => text.startsWith(words));
  if (end !== undefined) return { length: end.length, opens: false };
  const lower = text.toLowerCase();
  const tag = TAGS.find(({ text: words }) => lower.startsWith(words));
  if (tag !== undefined) return { length: tag.text.length, opens: tag.opens };
  const element = ELEMENT.exec(text);
  return element === null ? undefined : { length: element[0].length, opens: element[1] === '' };
}

const mayBecomeTag = (text: string, bare: BareMarks | undefined): boolean => {
  const lower = text.toLowerCase();
  return (
    bare?.ends.some((words) => words.startsWith(text)) === true ||
    TAGS.some(({ text: words }) => words.startsWith(lower)) ||
    NAMES.some((name) => `<${name}`.startsWith(lower) || `</${name}`.startsWith(lower)) ||
    OPEN_ELEMENT.test(text)
  );
};

const tagsOf = (opening: string, closing: string) => [
  { text: opening, opens: true },
  { text: closing, opens: false },
];

/** Elements around reasoning, with or without attributes. */
const NAMES = [
  'think',
  'thinking',
  'antthinking',
  'thought',
  'thoughts',
  'reasoning',
  'reflection',
  'scratchpad',
  'seed:think',
];
const ELEMENT = new RegExp(`^<(/?)(?:${NAMES.join('|')})(?:\\s[^<>]*)?>`, 'i');
const OPEN_ELEMENT = new RegExp(`^</?(?:${NAMES.join('|')})(?:\\s[^<>]*)?$`, 'i');

/** Tags of models; `[THINK]` is Mistral's, `◁think▷` Kimi's, and the channels are those of gpt-oss. */
const TAGS = [
  ...tagsOf('[think]', '[/think]'),
  ...tagsOf('◁think▷', '◁/think▷'),
  ...tagsOf('<|begin_of_thought|>', '<|end_of_thought|>'),
  ...tagsOf('<|start_thinking|>', '<|end_thinking|>'),
  // The text of an answer with reasoning.
  { text: '<|start_response|>', opens: false },
  { text: '<|end_response|>', opens: false },
  // Escaped by a server on the way.
  ...NAMES.flatMap((name) => tagsOf(`&lt;${name}&gt;`, `&lt;/${name}&gt;`)),
  ...NAMES.flatMap((name) => tagsOf(`\\u003c${name}\\u003e`, `\\u003c/${name}\\u003e`)),
  ...['think', 'thinking'].flatMap((name) => tagsOf(`<|${name}|>`, `<|/${name}|>`)),
  ...['', '<|start|>assistant', '<|end|><|start|>assistant'].flatMap((before) => [
    { text: `${before}<|channel|>analysis<|message|>`, opens: true },
    { text: `${before}<|channel|>commentary<|message|>`, opens: true },
    { text: `${before}<|channel|>final<|message|>`, opens: false },
  ]),
];
const BRACKETS = /[<[◁&\\]/g;
/** Marks around reasoning at the start of an answer that are no tags. */
interface BareMarks {
  /** One of these stands first. */
  readonly words: readonly string[];
  /** They arrive in one piece, so that their beginning is never held back. */
  readonly comesWhole?: true;
  /** What follows them while it is incomplete. */
  readonly behind: RegExp;
  readonly start: RegExp;
  readonly ends: readonly string[];
}

/**
 * Channel names of gpt-oss when a server drops its special tokens: the words are attached to the sentences, and each
 * arrives in one piece. Then the lines that Ollama prints, a fence, and the element that Open WebUI makes of reasoning.
 */
const BARE: readonly BareMarks[] = [
  {
    words: ['analysis'],
    comesWhole: true,
    behind: /^$/,
    start: /^\s{0,20}analysis(?=[\p{Lu}\p{Lo}])/u,
    ends: ['assistantfinal'],
  },
  {
    words: ['Thinking...', '**Thinking...**'],
    behind: /^[ \t]{0,5}\r?$/,
    start: /^\s{0,20}(?:Thinking\.\.\.|\*\*Thinking\.\.\.\*\*)[ \t]{0,5}\r?\n/,
    ends: ['...done thinking.', '**...done thinking.**'],
  },
  {
    words: ['```think', '```thinking', '```thought', '```thoughts', '```reasoning'],
    behind: /^[ \t]{0,5}\r?$/,
    start: /^\s{0,20}```(?:think(?:ing)?|thoughts?|reasoning)[ \t]{0,5}\r?\n/,
    ends: ['\n```\n', '\n```\r\n'],
  },
  {
    words: ['<details type="reasoning"'],
    behind: /^[^<>]{0,200}$/,
    start: /^\s{0,20}<details type="reasoning"[^<>]{0,200}>/,
    ends: ['</details>'],
  },
];
const mayBecomeBare = (text: string): boolean => {
  const begun = text.trimStart();
  return BARE.some(({ words, comesWhole, behind }) =>
    words.some(
      (word) =>
        (comesWhole ? begun === '' : word.startsWith(begun)) ||
        (begun.startsWith(word) && behind.test(begun.slice(word.length))),
    ),
  );
};
const BARE_LENGTH = 260;
const BARE_SIGNS = /[<[◁&\\a.*\n]/g;
const LONGEST_TAG = 120;
/** Before a tag that a text names and does not use. */
const QUOTES = /[`'"“‘«「『(]$/;
const MAX_ASSUMED = 1_000_000;

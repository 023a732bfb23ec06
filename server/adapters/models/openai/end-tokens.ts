/** Tokens that end a model's turn and that some servers send as text. */
const TOKENS = [
  '<|im_end|>',
  '<|endoftext|>',
  '<|eot_id|>',
  '<|end_of_text|>',
  '<|end|>',
  '<|return|>',
  '<end_of_turn>',
  '<｜end▁of▁sentence｜>',
  '</s>',
];

/** Tokens that begin the next turn of a conversation. */
const STARTS = [
  '<|im_start|>',
  '<|start_header_id|>',
  '<|start|>',
  '<start_of_turn>',
  '<|user|>',
  '<|assistant|>',
  '<|system|>',
  '<｜User｜>',
  '<s>',
  '[INST]',
];

/**
 * Removes end tokens at the end of a text that arrives in pieces. Only a suffix that may be such an end is held back, so
 * that a token inside a text is kept. An end token followed by the beginning of another turn ends the text: the rest is a
 * conversation invented by the model.
 */
export function createEndTrimmer() {
  let held = '';
  let recent = '';
  let strikes = false;
  let ended = false;
  return {
    /** Takes the next piece; returns the text that is certain. */
    push(piece: string): string {
      if (ended) return '';
      const all = held + piece;
      // `</s>` also closes struck-out text.
      recent = recent.slice(-2) + piece;
      strikes ||= recent.includes('<s>');
      const end = endOf(all);
      held = strikes && all.startsWith('</s>', end) ? '' : all.slice(end);
      const shown = all.slice(0, all.length - held.length);
      const turn = shown.search(NEXT_TURN);
      if (turn < 0) return shown;
      ended = true;
      held = '';
      return shown.slice(0, turn).trimEnd();
    },
    /** Returns text that was held back and is not an end token. */
    end(): string {
      const rest = TOKENS.some((token) => held.startsWith(token)) ? '' : held;
      held = '';
      return rest;
    },
  };
}

/** Start of the tokens and blanks that may end the text; the last token may be incomplete. */
function endOf(text: string): number {
  const from = Math.max(0, text.length - LONGEST);
  for (let at = text.indexOf('<', from); at >= 0; at = text.indexOf('<', at + 1)) {
    const rest = text.slice(at);
    if (
      TOKENS.some(
        (token) => token.startsWith(rest) || (rest.startsWith(token) && isEnd(rest.slice(token.length))),
      )
    )
      return at;
  }
  return text.length;
}

const isEnd = (rest: string): boolean => {
  const next = rest.trimStart();
  return next === '' || endOf(next) === 0 || STARTS.some((token) => token !== next && token.startsWith(next));
};

const literally = (token: string) => token.replace(/[|[\]]/g, '\\$&');

/** An end token followed by the start of another turn. */
const NEXT_TURN = new RegExp(
  `(?:${TOKENS.map(literally).join('|')})\\s{0,20}(?:${STARTS.map(literally).join('|')})`,
);

const LONGEST = 80;

import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';

/** Maximum of characters read of a text; its beginning suffices to show its subject. */
const mostCharacters = 40_000;

/** The special tokens that a tokenizer puts around a text. */
interface Frame {
  readonly head: readonly number[];
  readonly tail: readonly number[];
}

export interface Tokens {
  /** Splits a text into windows of at most `most` tokens, each with the special tokens. */
  windowsOf(text: string, most: number): readonly (readonly number[])[];
  /** A question and a document as one text of at most `most` tokens; the document is truncated. */
  pairOf(
    question: string,
    document: string,
    most: number,
  ): { readonly ids: readonly number[]; readonly types: readonly number[] };
}

/** Reads a `tokenizer.json`. */
export async function openTokens(path: string): Promise<Tokens> {
  const tokenizer = new Tokenizer(JSON.parse(await readFile(path, 'utf8')) as object, {});
  const plain = (text: string): readonly number[] =>
    tokenizer.encode(text.slice(0, mostCharacters).toWellFormed(), { add_special_tokens: false }).ids;
  const frame = frameOf(tokenizer.encode('a').ids, plain('a'));
  return {
    windowsOf(text, most) {
      const ids = plain(text);
      const size = Math.max(1, most - frame.head.length - frame.tail.length);
      const starts = Array.from({ length: Math.max(1, Math.ceil(ids.length / size)) }, (_, at) => at * size);
      return starts.map((from) => [...frame.head, ...ids.slice(from, from + size), ...frame.tail]);
    },
    pairOf(question, document, most) {
      // A question takes at most half of the tokens.
      const asked = cut(question, plain(question).length, most >> 1);
      let read = document.slice(0, mostCharacters).toWellFormed();
      for (;;) {
        const { ids, token_type_ids: types } = tokenizer.encode(asked, {
          text_pair: read,
          return_token_type_ids: true,
        });
        if (ids.length <= most || read.length <= 1)
          return { ids: ids.slice(0, most), types: typesOf(types, ids, most) };
        read = cut(read, ids.length, Math.max(1, most - 8));
      }
    },
  };
}

const typesOf = (types: readonly number[] | undefined, ids: readonly number[], most: number) =>
  (types ?? ids.map(() => 0)).slice(0, most);

/** A prefix of the text with about `most` of its `all` tokens; always shorter than the text itself if it has more. */
const cut = (text: string, all: number, most: number): string =>
  all <= most
    ? text
    : text.slice(0, Math.min(text.length - 1, Math.floor((text.length * most) / all))).toWellFormed();

function frameOf(framed: readonly number[], bare: readonly number[]): Frame {
  const at = bare.length === 0 ? framed.length : framed.indexOf(bare[0] ?? 0);
  if (at < 0) return { head: [], tail: [] };
  return { head: framed.slice(0, at), tail: framed.slice(at + bare.length) };
}

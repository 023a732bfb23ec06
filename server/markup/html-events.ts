import { Tokenizer } from 'htmlparser2';

/** Receives the tags and texts of an HTML source in order. Names are in lower case; tags need not be balanced. */
export interface HtmlEvents {
  open(name: string, attributes: ReadonlyMap<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

/** A reader of HTML events; `finish` is called after the last one. */
export interface HtmlReader extends HtmlEvents {
  finish(): void;
}

/** Maximum of attributes read of one tag. */
const maxAttributes = 50;

/**
 * Reads HTML without building a tree: comments and declarations are skipped, entities decoded. It keeps no stack, so it
 * takes linear time on any nesting.
 */
export const readHtml = (html: string, events: HtmlEvents): void => {
  let tag = '';
  let attributes = new Map<string, string>();
  let attribute = '';
  let value = '';
  // Number of open drawings and formulas: only in these a tag that ends in "/>" has no content.
  let foreign = 0;
  const opened = () => {
    events.open(tag, attributes);
    attributes = new Map();
    if (isForeign(tag)) foreign++;
  };
  const closed = (name: string) => {
    events.close(name);
    if (isForeign(name)) foreign = Math.max(0, foreign - 1);
  };
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => events.text(html.slice(start, end)),
      ontextentity: (codePoint) => events.text(String.fromCodePoint(codePoint)),
      onopentagname: (start, end) => (tag = html.slice(start, end).toLowerCase()),
      onopentagend: opened,
      onselfclosingtag: () => {
        opened();
        if (foreign > 0) closed(tag);
      },
      onclosetag: (start, end) => closed(html.slice(start, end).toLowerCase()),
      onattribname: (start, end) => (attribute = html.slice(start, end).toLowerCase()),
      onattribdata: (start, end) => (value += html.slice(start, end)),
      onattribentity: (codePoint) => (value += String.fromCodePoint(codePoint)),
      onattribend: () => {
        if (attributes.size < maxAttributes && !attributes.has(attribute)) attributes.set(attribute, value);
        value = '';
      },
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
};

const isForeign = (name: string): boolean => name === 'svg' || name === 'math';

const ignore = () => {};

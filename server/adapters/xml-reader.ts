import { Parser } from 'htmlparser2';

/** Receives the tags and texts of an XML source. Names are in lower case, with their prefix; `depth` is 1 for the root. */
export interface XmlEvents {
  open(name: string, depth: number, attributes: Readonly<Record<string, string>>): void;
  close(name: string, depth: number): void;
  text(text: string, depth: number): void;
}

/** A reader of XML in pieces. */
export interface XmlReader {
  /** False from the piece on that goes beyond a bound, or after `stop`: nothing more is read. */
  write(piece: string): boolean;
  stop(): void;
  /** True when every element was closed and no bound was exceeded. */
  end(): boolean;
}

/** Lists use ten levels; the parser takes as long for a tag as its depth. */
const deepest = 100;
const mostAttributes = 100;
/** Longest comment, CDATA section, value or run of entities, in characters: the parser keeps it until it ends. */
const longestPart = 1_000_000;
const pieceLength = 65_536;

/**
 * Reads XML without building a tree, in time and memory that no text can blow up: entities that a text declares are never resolved, and
 * reading ends at a bound.
 */
export const createXmlReader = (events: XmlEvents): XmlReader => {
  let depth = 0;
  let attributes = 0;
  let read = 0;
  /** Up to here the parser has handed over what it read, and keeps it no longer. */
  let taken = 0;
  let isOver = false;
  const parser = new Parser(
    {
      onopentagname() {
        taken = parser.endIndex;
        attributes = 0;
      },
      onattribute() {
        if (++attributes > mostAttributes) stop();
      },
      onopentag(name, given) {
        if (isOver) return;
        depth++;
        if (depth > deepest) return stop();
        events.open(name, depth, given);
      },
      ontext(text) {
        // A character that was written as an entity frees nothing.
        if (text.length === parser.endIndex + 1 - parser.startIndex) taken = parser.endIndex;
        if (!isOver) events.text(text, depth);
      },
      onclosetag(name) {
        taken = parser.endIndex;
        if (isOver) return;
        events.close(name, depth);
        depth--;
      },
    },
    { xmlMode: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  const stop = () => {
    isOver = true;
    parser.pause();
  };
  return {
    write(text) {
      for (let at = 0; at < text.length && !isOver; at += pieceLength) {
        const piece = text.slice(at, at + pieceLength);
        parser.write(piece);
        read += piece.length;
        if (read - taken > longestPart) stop();
      }
      return !isOver;
    },
    stop,
    end() {
      const isWhole = !isOver && depth === 0;
      // The parser would close open elements, and so accept what was cut.
      isOver = true;
      return isWhole;
    },
  };
};

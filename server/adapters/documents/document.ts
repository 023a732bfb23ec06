/** Raise it when documents are read in another way, so that they are read again. */
export const readingVersion = 4;

/** The text of a document. */
export interface DocumentText {
  /** As the document names itself; `''` when it does not. */
  readonly title: string;
  /** Its text with headings, lists and tables; headings of a PDF have the ids `page=1`, `page=2` and so on. */
  readonly html: string;
}

/** A document that was read. */
export interface ReadDocument extends DocumentText {
  /** Its first heading, `''` without one. */
  readonly heading: string;
  /** SHA-256 of the text. */
  readonly hash: string;
}

/** Bounds of one document. Beyond one of them it is left out. */
export const documentLimits = {
  /** Of the file. */
  bytes: 50_000_000,
  pages: 1000,
  /** Of what is unpacked from it. */
  unpackedBytes: 100_000_000,
  entries: 10_000,
  /** Of its text, in UTF-16 units. */
  characters: 5_000_000,
  /** Of the thread that reads it. */
  memoryMb: 512,
  readingMs: 120_000,
} as const;

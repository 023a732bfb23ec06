/**
 * Version of the reading. To be raised when the same page gives another text, so that pages read by an earlier version are
 * read again in turn.
 */
export const readerVersion = 11;

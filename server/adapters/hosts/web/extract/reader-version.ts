/**
 * Version of the extraction. Raise it when the same page yields a different text, so that pages read by an earlier version
 * are read again one after the other.
 */
export const readerVersion = 13;

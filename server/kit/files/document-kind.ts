/** The kinds of documents that are read. */
export type DocumentKind = 'pdf' | 'docx' | 'epub';

/** The kind of a document by the ending of its name or of the path of its address. */
export const documentKindOf = (path: string): DocumentKind | undefined => {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return ending === 'pdf' || ending === 'docx' || ending === 'epub' ? ending : undefined;
};

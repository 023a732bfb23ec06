import type { Host } from '../../ports/host.ts';
import type { DocumentShelf } from './document-shelf.ts';

/** Documents beside the articles of a host. */
export type SiteDocuments = Omit<DocumentShelf, 'offer'> & {
  /** Says whether they are wanted. */
  readonly setOn: (isOn: boolean) => void;
};

/** A host whose documents are articles, too. */
export const withDocuments = (host: Host, documents: SiteDocuments): Host => ({
  ...host,
  async *heads(signal) {
    yield* host.heads(signal);
    yield* await documents.heads();
  },
  article: async (id, signal) => (await host.article(id, signal)) ?? documents.article(id),
  problems: () => [...(host.problems?.() ?? []), ...documents.problems()],
  readDocuments: documents.setOn,
  async close() {
    await documents[Symbol.asyncDispose]();
    await host.close();
  },
});

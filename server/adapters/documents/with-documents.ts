import type { Article, Host } from '../../ports/host.ts';
import type { DocumentShelf } from './document-shelf.ts';

/** Documents beside the articles of a host. */
export type SiteDocuments = Omit<DocumentShelf, 'offer'> & {
  /** Says whether they are wanted. */
  readonly setOn: (isOn: boolean) => void;
  /** Told of each article that was read, which may link to documents. */
  readonly seen?: (article: Article) => Promise<void>;
  /** Told of the ids of all articles. */
  readonly listed?: (ids: ReadonlySet<string>) => Promise<void>;
  /** Listens to changes of which the host itself does not tell. */
  readonly onChange?: Host['onChange'];
};

/** A host whose documents are articles, too. */
export const withDocuments = (host: Host, documents: SiteDocuments): Host => ({
  ...host,
  async *heads(signal) {
    const ids = new Set<string>();
    for await (const head of host.heads(signal)) {
      ids.add(head.id);
      yield head;
    }
    await documents.listed?.(ids);
    yield* await documents.heads();
  },
  async article(id, signal) {
    // Documents first: the host might have to ask the site, or its whole list, for an id that is none of its own.
    const document = await documents.article(id);
    if (document) return document;
    const article = await host.article(id, signal);
    if (article) await documents.seen?.(article);
    return article;
  },
  onChange(hint) {
    const [own, further] = [host.onChange(hint), documents.onChange?.(hint)];
    return {
      close() {
        own.close();
        further?.close();
      },
    };
  },
  problems: () => [...(host.problems?.() ?? []), ...documents.problems()],
  readDocuments: documents.setOn,
  async close() {
    await documents[Symbol.asyncDispose]();
    await host.close();
  },
});

/** Documents of a site; further ones are not read. */
const mostDocuments = 2000;

/** The documents that the articles of a site link to, counted, so that an article costs what it links to and not what all of them do. */
export function createLinkedPaths() {
  const articles = new Map<string, number>();
  return {
    /** The first documents, in the order in which they were found. */
    first(): readonly string[] {
      return articles.keys().take(mostDocuments).toArray();
    },
    /** Counts anew what all articles link to. */
    count(links: Iterable<readonly string[]>): void {
      articles.clear();
      for (const own of links) for (const path of own) articles.set(path, (articles.get(path) ?? 0) + 1);
    },
    /** Counts another article; true when other documents may come first now. */
    change(before: readonly string[], after: readonly string[]): boolean {
      let isOther = false;
      for (const path of after) {
        isOther ||= !articles.has(path) && articles.size < mostDocuments;
        articles.set(path, (articles.get(path) ?? 0) + 1);
      }
      for (const path of before) {
        const left = (articles.get(path) ?? 0) - 1;
        if (left > 0) articles.set(path, left);
        else isOther = articles.delete(path) || isOther;
      }
      return isOther;
    },
  };
}

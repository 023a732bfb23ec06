/** Number of pages requested ahead; the client bounds concurrency. */
const ahead = 8;

/** The pages `from` to `to` in order, some of them requested ahead. */
export async function* pagesAhead<T>(
  from: number,
  to: number,
  read: (page: number) => Promise<T>,
): AsyncGenerator<T> {
  const begun: Promise<T>[] = [];
  for (let page = from; page <= to || begun.length > 0;) {
    while (page <= to && begun.length < ahead) {
      const reading = read(page++);
      // The error is thrown when this page is yielded; an earlier error ends the loop first.
      reading.catch(() => undefined);
      begun.push(reading);
    }
    const next = begun.shift();
    if (next) yield await next;
  }
}

/** The first page, which gives the number of pages, and the others. */
export async function* withFirst<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* others;
}

/** Pages of a list that are asked for before they are wanted; how many go out at once is the client's business. */
const ahead = 8;

/** The pages `from` to `to` in their order, some of them read ahead. */
export async function* pagesAhead<T>(
  from: number,
  to: number,
  read: (page: number) => Promise<T>,
): AsyncGenerator<T> {
  const begun: Promise<T>[] = [];
  for (let page = from; page <= to || begun.length > 0;) {
    while (page <= to && begun.length < ahead) {
      const reading = read(page++);
      // Whoever comes to it hears of its failure; a failure before ends the walk.
      reading.catch(() => undefined);
      begun.push(reading);
    }
    const next = begun.shift();
    if (next) yield await next;
  }
}

/** The page that told how many there are, and the others. */
export async function* withFirst<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first;
  yield* others;
}

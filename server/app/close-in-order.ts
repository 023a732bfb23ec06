/** Ends parts one after the other, the first of the list first: what others stand on comes last. */
export async function closeInOrder(
  parts: readonly ({ close(): void | Promise<void> } | AsyncDisposable)[],
): Promise<void> {
  for (const part of parts) {
    if ('close' in part) await part.close();
    else await part[Symbol.asyncDispose]();
  }
}

/** Name of a file in a `content-disposition` header. */
const nameIn = (header: string | null): string | undefined => /filename="([^"]+)"/.exec(header ?? '')?.[1];

/**
 * Saves the body of a response as a file of the browser, telling how many bytes have arrived. Throws when the response is
 * a refusal or breaks off; what has arrived until then is not saved.
 */
export async function saveFile(
  response: Response,
  fallbackName: string,
  arrived: (bytes: number) => void,
): Promise<void> {
  if (!response.ok || !response.body) throw new Error(`HTTP ${response.status}`);
  const parts: BlobPart[] = [];
  let bytes = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.byteLength;
    arrived(bytes);
  }
  const address = URL.createObjectURL(
    new Blob(parts, { type: response.headers.get('content-type') ?? 'application/octet-stream' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = nameIn(response.headers.get('content-disposition')) ?? fallbackName;
  link.click();
  URL.revokeObjectURL(address);
}

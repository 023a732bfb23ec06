import { serviceVersion } from '../../../../kit/version.ts';
import type { ReadOutside } from '../../../../ports/outside.ts';
import { createSiteClient } from '../client.ts';
import { decodeText } from '../decode-text.ts';

const limitMs = 20_000;
const userAgent = `Docent/${serviceVersion} (check-up)`;

/** Reads one page with a site client, which is closed afterwards. */
export const readOutside: ReadOutside = async (address, { maxBytes, signal }) => {
  const site = new URL(address);
  const client = createSiteClient({ site, parallel: 1, userAgent });
  const request = { signal, limitMs, urgent: true };
  try {
    return await client.stream(site.pathname + site.search, request, async ({ status, headers, body }) => {
      const parts: Uint8Array[] = [];
      let size = 0;
      let [firstAt, lastAt] = [0, 0];
      // The rest of the body is cancelled when the loop ends.
      for await (const part of body ?? []) {
        lastAt = performance.now();
        firstAt ||= lastAt;
        parts.push(part);
        size += part.byteLength;
        if (size >= maxBytes) break;
      }
      const bytes = Buffer.concat(parts).subarray(0, maxBytes);
      return {
        status,
        headers,
        text: decodeText(bytes, headers.get('content-type') ?? ''),
        spreadMs: lastAt - firstAt,
      };
    });
  } finally {
    await client.close();
  }
};

import { z } from 'zod';
import { Fault } from '../../kit/fault.ts';
import { firstBytes } from '../first-bytes.ts';
import { createScrubber } from './secrets.ts';
import { withoutEnd } from '../../kit/scan/edges.ts';

const answerMs = 10_000;
/** Longest list that is read, in bytes after decompression. */
const longestBytes = 2_000_000;
const Offered = z.object({ data: z.array(z.object({ id: z.string().max(200) })).max(5_000) });

/**
 * Names of the models that a server lists (`GET {baseUrl}/models`), which costs nothing. Throws the Fault `upstream`
 * with the cause: no response, a refused key, or an address without this API.
 */
export async function offeredModels(baseUrl: string, key: string | undefined): Promise<readonly string[]> {
  const url = `${withoutEnd(baseUrl, /\//)}/models`;
  const clean = createScrubber(key);
  const response = await fetch(url, {
    headers: { accept: 'application/json', ...(key !== undefined && { authorization: `Bearer ${key}` }) },
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMs),
  }).catch((error: unknown) => {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Fault('upstream', clean(`${url} cannot be reached: ${cause}`));
  });
  if (!response.ok) {
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403)
      throw new Fault('upstream', `${url} refuses the key (${response.status})`);
    throw new Fault('upstream', `${url} answered ${response.status}${advice(response)}`);
  }
  const { bytes } = await firstBytes(response.body, longestBytes).catch(() => {
    throw new Fault('upstream', `${url} broke off its answer`);
  });
  try {
    return Offered.parse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data.map(({ id }) =>
      id.replace(/^models\//, ''),
    );
  } catch {
    throw new Fault('upstream', `${url} answered no list of models${advice(response)}`);
  }
}

/** Often the address is that of a web page instead of the API. */
const advice = ({ headers }: Response) =>
  headers.get('content-type')?.includes('html')
    ? '; it is a web page. The address ends with the version, such as /v1'
    : '';

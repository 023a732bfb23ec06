import { open, rm, stat } from 'node:fs/promises';
import { explained } from '../../../../kit/explained.ts';
import { Fault } from '../../../../kit/fault.ts';
import { networkReason } from '../../openai/http/errors.ts';

/** Idle time after which a download counts as interrupted. */
const silenceMs = 30_000;

/** Maximum of attempts without any new byte, and in total. */
const most = { inVain: 3, inAll: 500 };

export interface Download {
  readonly address: string;
  /** Path of the partial file; its content is not downloaded again. */
  readonly part: string;
  readonly bytes: number;
  readonly signal: AbortSignal;
  /** Called with the number of bytes downloaded so far. */
  readonly onBytes: (bytes: number) => void;
  readonly silenceMs?: number;
}

/**
 * Downloads a file of a known length and continues an interrupted attempt. Throws the Faults `not-found` for an address
 * without a file and `upstream` for one that cannot be read completely, and the reason of the signal.
 */
export async function download(given: Download): Promise<void> {
  let inVain = 0;
  for (let attempts = 0; ; attempts += 1) {
    const before = await lengthOf(given.part, given.bytes);
    if (before === given.bytes) return given.onBytes(before);
    if (inVain >= most.inVain || attempts >= most.inAll) throw new Fault('upstream', explained('house_cut'));
    const after = await readOn(given, before);
    inVain = after > before ? 0 : inVain + 1;
  }
}

/** Bytes in the partial file; 0 when it is longer than the complete file should be. */
async function lengthOf(part: string, bytes: number): Promise<number> {
  const found = await stat(part).catch(() => undefined);
  if (found === undefined || found.size <= bytes) return found?.size ?? 0;
  await rm(part);
  return 0;
}

/** Makes one request; returns the number of bytes downloaded so far, however it ended. */
async function readOn(
  { address, part, bytes, signal, onBytes, ...given }: Download,
  had: number,
): Promise<number> {
  const silence = new AbortController();
  const limit = given.silenceMs ?? silenceMs;
  const timer = setTimeout(() => silence.abort(), limit);
  try {
    const response = await fetch(address, {
      // No compression, so that lengths and ranges are those of the file.
      headers: { 'accept-encoding': 'identity', ...(had > 0 && { range: `bytes=${had}-` }) },
      signal: AbortSignal.any([signal, silence.signal]),
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      if (silence.signal.aborted) return undefined;
      throw new Fault('upstream', networkReason(causeOf(error)) ?? explained('house_cut'));
    });
    if (response === undefined) return had;
    if (!response.ok || !response.body) return await refused(response, part, had);
    const isRest = response.status === 206 && startOf(response) === had;
    if (response.status === 206 && !isRest) throw new Fault('upstream', explained('house_other_part'));
    await using file = await open(part, isRest ? 'a' : 'w', 0o600);
    let length = isRest ? had : 0;
    try {
      for await (const chunk of response.body) {
        timer.refresh();
        length += chunk.length;
        if (length > bytes) throw new Fault('upstream', explained('house_wrong_bytes'));
        await file.writeFile(chunk);
        onBytes(length);
      }
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Fault || isFull(error)) throw error;
    }
    await file.sync();
    return length;
  } finally {
    clearTimeout(timer);
  }
}

async function refused(response: Response, part: string, had: number): Promise<number> {
  await response.body?.cancel();
  // The server's file has another length, so the partial file does not belong to it.
  if (response.status === 416 && had > 0) {
    await rm(part, { force: true });
    return 0;
  }
  if (response.status === 404) throw new Fault('not-found', explained('house_status', { status: 404 }));
  throw new Fault('upstream', explained('house_status', { status: response.status }));
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? (error.cause ?? error) : error);

const startOf = ({ headers }: Response): number =>
  Number(/^bytes (\d+)-/.exec(headers.get('content-range') ?? '')?.[1] ?? Number.NaN);

/** True for errors of a full disk. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

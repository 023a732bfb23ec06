import { promisify } from 'node:util';
import { deflateRaw, deflateRawSync, inflateRaw } from 'node:zlib';
import { chatLogLimits } from '../../../contract/chat-logs.ts';
import type { TraceStage } from '../../../contract/events.ts';
import { truncate } from '../../text/text.ts';

/** Maximum lengths of texts in a stage, in UTF-16 units; the first one with which the trace fits is used. */
const textLengths = [1000, 400, 240, 120, 40];
/** Maximum entries of a list, and maximum depth of data. */
const listLength = 20;
const depth = 6;

/**
 * Stages of an answer as JSON of at most 64 KiB: texts are cut shorter until it fits, then the data of all stages is
 * dropped, then the last stages. `mask` is applied to texts that visitors may have written, not to those of published
 * articles.
 */
export function traceText(stages: readonly TraceStage[], mask: (text: string) => string): string {
  for (const length of textLengths) {
    const text = JSON.stringify(stages.map((stage) => cutStage(stage, length, mask)));
    if (fits(text)) return text;
  }
  const bare = stages.map((stage) => cutStage({ ...stage, data: null }, textLengths.at(-1) ?? 0, mask));
  while (!fits(JSON.stringify(bare))) bare.length = Math.floor(bare.length / 2);
  return JSON.stringify(bare);
}

const fits = (text: string): boolean => Buffer.byteLength(text) <= chatLogLimits.traceBytes;

const cutStage = (stage: TraceStage, length: number, mask: (text: string) => string): TraceStage => ({
  ...stage,
  name: truncate(stage.name, length),
  label: truncate(stage.label, length),
  statusLabel: truncate(stage.statusLabel, length),
  detail: truncate(mask(stage.detail), length, '…'),
  data: cut(stage.data, '', { levels: depth, length, mask }),
});

/** Keys whose texts come from published articles. */
const published: ReadonlySet<string> = new Set(['title', 'titles', 'content', 'url', 'displayName']);

/** Keys of what a person may watch and no log keeps: the prompt of the debug trace. */
const unstored: ReadonlySet<string> = new Set(['messages']);

/** Bounds for the data of a stage. */
interface Cut {
  readonly levels: number;
  readonly length: number;
  readonly mask: (text: string) => string;
}

function cut(value: unknown, key: string, { levels, length, mask }: Cut): unknown {
  if (typeof value === 'string') return truncate(published.has(key) ? value : mask(value), length, '…');
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (levels === 0) return null;
  const inside = (item: unknown, itemKey: string) => cut(item, itemKey, { levels: levels - 1, length, mask });
  if (Array.isArray(value)) return value.slice(0, listLength).map((item) => inside(item, key));
  const kept = Object.entries(value).filter(([name]) => !unstored.has(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, inside(item, name)]));
}

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/**
 * Compresses a trace to about a fifth, since its stages repeat passages. A short one is compressed on this thread,
 * because a worker would cost several times as much.
 */
export const packTrace = async (text: string): Promise<Uint8Array> =>
  text.length <= shortLength ? deflateRawSync(text, { windowBits: 14, memLevel: 7 }) : deflate(text);

/** UTF-16 units that take a few tenths of a millisecond to compress. */
const shortLength = 16_384;

export const unpackTrace = async (bytes: Uint8Array): Promise<string> =>
  bytes.byteLength === 0 ? '' : (await inflate(bytes)).toString('utf8');

import { isRecord } from '../../../kit/json.ts';
import type { ModelSpec } from '../models-file.ts';
import type { Connection } from './http/connection.ts';
import { at, countAt, listAt, textAt } from './http/json.ts';

/** What has been learned of a model's server. */
export interface Facts {
  contextTokens?: number | undefined;
  /** Calls that the server computes at once. */
  slots?: number | undefined;
  /** Measured speed: tokens of a prompt read, and of an answer written, in a second. */
  readPerSecond?: number | undefined;
  writePerSecond?: number | undefined;
  /** Runs once, at the first call. */
  looked?: Promise<void> | undefined;
}

const bounds = { timeoutMs: 3_000, maxBytes: 4 * 1024 * 1024 };
/** Ollama reads no more unless it is told, whatever the model could. */
const ollamaTokens = 4_096;
/** vLLM and its likes compute many answers together. */
const batchedCalls = 16;

/**
 * Asks the server of a model for its window and its slots, in the ways of llama.cpp, vLLM, LM Studio and Ollama; what it does
 * not say stays unknown.
 */
export function lookFor(facts: Facts, spec: ModelSpec, connection: Connection): Promise<void> {
  const never = new AbortController().signal;
  const ask = (url: string, fields?: Readonly<Record<string, unknown>>) =>
    connection.look(url, never, bounds, fields && { fields }).catch(() => undefined);
  const look = async () => {
    const root = spec.baseUrl.replace(/\/v\d+$/, '');
    const [props, list] = await Promise.all([ask(`${root}/props`), ask(`${spec.baseUrl}/models`)]);
    const entry = listAt(list, 'data').find((one) => textAt(one, 'id') === spec.model);
    facts.slots ??= countAt(props, 'total_slots');
    facts.contextTokens ??=
      countAt(at(props, 'default_generation_settings'), 'n_ctx') ??
      countAt(entry, 'loaded_context_length', 'max_model_len', 'context_length', 'context_window') ??
      countAt(at(entry, 'meta'), 'n_ctx');
    if (textAt(entry, 'owned_by') === 'vllm') facts.slots ??= batchedCalls;
    if (facts.contextTokens === undefined)
      facts.contextTokens = ollamaWindow(await ask(`${root}/api/show`, { model: spec.model }));
  };
  return (facts.looked ??= look());
}

/** The window of a model of Ollama: what it is told to use, within what it can. */
function ollamaWindow(shown: unknown): number | undefined {
  const info = at(shown, 'model_info');
  const most = isRecord(info)
    ? Object.entries(info).find(
        ([name, value]) => name.endsWith('.context_length') && Number.isInteger(value),
      )?.[1]
    : undefined;
  if (typeof most !== 'number') return undefined;
  const set = /\bnum_ctx\s+(\d{1,9})/.exec(textAt(shown, 'parameters') ?? '')?.[1];
  return Math.min(most, set === undefined ? ollamaTokens : Number(set));
}

/** Weight of the newest measurement. */
const share = 0.5;
/** Less is no measurement. */
const fewestRead = 100;
const fewestWritten = 16;

/** Learns the speed of a server from one call; times are milliseconds. */
export function learnSpeed(
  facts: Facts,
  call: {
    readonly read: number;
    readonly readMs: number;
    readonly written: number;
    readonly writtenMs: number;
  },
): void {
  const mean = (old: number | undefined, next: number) =>
    old === undefined ? next : (1 - share) * old + share * next;
  if (call.read >= fewestRead && call.readMs > 0)
    facts.readPerSecond = mean(facts.readPerSecond, (1_000 * call.read) / call.readMs);
  if (call.written >= fewestWritten && call.writtenMs > 0)
    facts.writePerSecond = mean(facts.writePerSecond, (1_000 * call.written) / call.writtenMs);
}

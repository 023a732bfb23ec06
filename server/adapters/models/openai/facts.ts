import { isRecord } from '../../../kit/json.ts';
import type { ModelSpec } from '../models-file.ts';
import type { Connection } from './http/connection.ts';
import { at, countAt, listAt, textAt } from './http/json.ts';

/** Facts learned about a model's server. */
export interface Facts {
  contextTokens?: number | undefined;
  /** Number of calls that the server processes concurrently. */
  slots?: number | undefined;
  /** Measured speed in tokens per second: reading the prompt, and writing the answer. */
  readPerSecond?: number | undefined;
  writePerSecond?: number | undefined;
  /** Whether the model's template opens the reasoning, so that only the closing tag arrives. */
  startsInside?: boolean | undefined;
  /** True when the server has marked the end of a stream, so that a stream without a mark is broken. */
  marksEnd?: boolean | undefined;
  /** Runs once, at the first call. */
  looked?: Promise<void> | undefined;
}

const bounds = { timeoutMs: 3_000, maxBytes: 4 * 1024 * 1024 };
/** Default context window of Ollama, whatever the model supports. */
const ollamaTokens = 4_096;
/** Assumed concurrency of vLLM and similar servers, which batch requests. */
const batchedCalls = 16;

/**
 * Asks a model's server for its context window and its slots by the APIs of llama.cpp, vLLM, LM Studio and Ollama; facts that
 * it does not return stay unknown.
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

/** The context window of an Ollama model: the configured size, within what the model supports. */
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
/** Minimum number of tokens for a measurement. */
const minTokensRead = 100;
const minTokensWritten = 16;

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
  if (call.read >= minTokensRead && call.readMs > 0)
    facts.readPerSecond = mean(facts.readPerSecond, (1_000 * call.read) / call.readMs);
  if (call.written >= minTokensWritten && call.writtenMs > 0)
    facts.writePerSecond = mean(facts.writePerSecond, (1_000 * call.written) / call.writtenMs);
}

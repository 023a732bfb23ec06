import type { z } from 'zod';
import { invalid } from '../../kit/fault.ts';
import type { ModelKind } from '../../ports/models.ts';
import { FileShape } from './models-file-shape.ts';
import type { FileModel } from './models-file-shape.ts';
import { looksLikeSecretField } from './secrets.ts';

/** What a call costs, for estimates in statistics; amounts in `currency`. */
export interface ModelPrice {
  readonly promptPerMillion?: number | undefined;
  readonly completionPerMillion?: number | undefined;
  readonly perImage?: number | undefined;
  readonly currency: string;
}

/** How a provider is told to reason or not; see `openai/reasoning-parameter.ts`. */
export type ReasoningParameter =
  'reasoning_effort' | 'reasoning' | 'thinking' | 'enable_thinking' | 'chat_template_kwargs' | 'none';

/** A model of the file. The key is behind a function, so that no print of the value can show it. */
export interface ModelSpec {
  readonly name: string;
  readonly kind: ModelKind;
  readonly provider: 'openai-compatible';
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly model: string;
  readonly key: () => string | undefined;
  readonly dimensions?: number | undefined;
  readonly features: readonly string[];
  /** The chat template opens the reasoning itself: the stream starts inside it, without an opening tag. */
  readonly reasoningStartsAtOnce: boolean;
  readonly reasoningParameter?: ReasoningParameter | undefined;
  /** Most texts in one embedding request. */
  readonly batchSize?: number | undefined;
  /** The model that answers in its place when it fails before its first word. */
  readonly fallback?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly price?: ModelPrice | undefined;
}

export interface ParsedModelsFile {
  readonly models: readonly ModelSpec[];
  readonly defaults: Readonly<Record<ModelKind, string | undefined>>;
}

/**
 * Reads the text of the models file; keys come from `env`, by the names the file gives. Without `env` only the file itself
 * is judged.
 * @throws Fault `invalid` with one line for each error, led by the path of the value: `models[2].baseUrl: …`.
 * No line ever holds a value of the file or of `env`.
 */
export function parseModelsFile(
  text: string,
  env?: Readonly<Record<string, string | undefined>>,
): ParsedModelsFile {
  const parsed = FileShape.safeParse(readJson(text));
  if (!parsed.success) throw invalid(parsed.error.issues.flatMap(linesOf).join('\n'));
  const { models, defaults } = parsed.data;
  const lines = [
    ...duplicates(models),
    ...(env ? missingKeys(models, env) : []),
    ...strayDefaults(models, defaults),
    ...strayFallbacks(models),
  ];
  if (lines.length > 0) throw invalid(lines.join('\n'));
  return { models: models.map((model) => specOf(model, env ?? {})), defaults };
}

const MAX_FILE_CHARS = 1_000_000;

/** The parser's own message would quote the file, and with it a key; only the place is told. */
function readJson(text: string): unknown {
  if (text.length > MAX_FILE_CHARS) throw invalid(`models file: longer than ${MAX_FILE_CHARS} characters`);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const place = error instanceof Error ? /\(line \d+ column \d+\)/.exec(error.message) : null;
    throw invalid(`models file: not valid JSON${place === null ? '' : ` ${place[0]}`}`);
  }
}

function linesOf(issue: z.core.$ZodIssue): string[] {
  const path = pathOf(issue.path);
  if (issue.code !== 'unrecognized_keys') return [`${path || 'models file'}: ${issue.message}`];
  return issue.keys.map((key) => {
    const full = pathOf([...issue.path, key]);
    return looksLikeSecretField(key)
      ? `${full}: keys do not belong in this file; put the key into an environment variable and its name into apiKeyEnv`
      : `${full}: unknown field`;
  });
}

const pathOf = (path: readonly PropertyKey[]) =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
    .join('');

function duplicates(models: readonly FileModel[]): string[] {
  const first = new Map<string, number>();
  return models.flatMap(({ name }, index) => {
    const before = first.get(name);
    if (before !== undefined) return [`models[${index}].name: the same name as models[${before}]`];
    first.set(name, index);
    return [];
  });
}

function missingKeys(
  models: readonly FileModel[],
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  return models.flatMap(({ apiKeyEnv }, index) => {
    if (apiKeyEnv === undefined) return [];
    const key = env[apiKeyEnv]?.trim() ?? '';
    if (key === '') return [`models[${index}].apiKeyEnv: the environment variable ${apiKeyEnv} is not set`];
    if (!/^[\x21-\x7e]+$/.test(key))
      return [`models[${index}].apiKeyEnv: ${apiKeyEnv} holds characters that a header cannot carry`];
    return [];
  });
}

function strayDefaults(models: readonly FileModel[], defaults: ParsedModelsFile['defaults']): string[] {
  return Object.entries(defaults).flatMap(([kind, name]) =>
    name === undefined || models.some((model) => model.name === name && model.kind === kind)
      ? []
      : [`defaults.${kind}: names no ${kind} model of this file`],
  );
}

function strayFallbacks(models: readonly FileModel[]): string[] {
  return models.flatMap(({ name, kind, fallback }, index) => {
    if (fallback === undefined) return [];
    const place = `models[${index}].fallback:`;
    if (kind !== 'chat') return [`${place} is for chat models only`];
    const isThere = models.some((other) => other.kind === 'chat' && other.name === fallback);
    return isThere && fallback !== name ? [] : [`${place} names no other chat model of this file`];
  });
}

function specOf(model: FileModel, env: Readonly<Record<string, string | undefined>>): ModelSpec {
  const { apiKeyEnv, baseUrl, features, headers, reasoningStartsAtOnce, ...rest } = model;
  const key = apiKeyEnv === undefined ? undefined : env[apiKeyEnv]?.trim();
  return {
    ...rest,
    baseUrl: baseUrl.replace(/\/+$/, ''),
    features: features ?? (model.kind === 'image' ? ['text-to-image', 'image-to-image'] : []),
    headers: headers ?? {},
    reasoningStartsAtOnce: reasoningStartsAtOnce ?? false,
    key: () => key,
  };
}

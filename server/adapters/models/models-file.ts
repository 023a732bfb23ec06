import type { z } from 'zod';
import { explained, inEnglish, type Words } from '../../kit/explained.ts';
import { invalid, type Fault } from '../../kit/fault.ts';
import type { ModelKind } from '../../ports/models.ts';
import { FileShape, type FileModel } from './models-file-shape.ts';
import { looksLikeSecretField } from './secrets.ts';
import { withoutCallPath } from './model-address.ts';

/** Price of a model, for cost estimates in statistics; amounts in `currency`. */
export interface ModelPrice {
  readonly promptPerMillion?: number | undefined;
  readonly completionPerMillion?: number | undefined;
  readonly perImage?: number | undefined;
  readonly currency: string;
}

/** Request field that switches reasoning; see `openai/reasoning-parameter.ts`. */
export type ReasoningParameter =
  'reasoning_effort' | 'reasoning' | 'thinking' | 'enable_thinking' | 'chat_template_kwargs' | 'none';

/** A model of the file. The key is returned by a function, so that printing the value cannot reveal it. */
export interface ModelSpec {
  readonly name: string;
  readonly kind: ModelKind;
  readonly provider: 'openai-compatible';
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly model: string;
  readonly key: () => string | undefined;
  readonly dimensions?: number | undefined;
  readonly features: readonly string[];
  /** True when the chat template opens the reasoning: the stream then starts inside it, without an opening tag. */
  readonly reasoningStartsAtOnce: boolean;
  readonly reasoningParameter?: ReasoningParameter | undefined;
  /** Maximum of texts in one embedding request. */
  readonly batchSize?: number | undefined;
  /** Context window: tokens that the model reads and writes in one call. */
  readonly contextTokens?: number | undefined;
  /** Maximum of concurrent calls; further ones wait. */
  readonly callsAtOnce?: number | undefined;
  /** The model that answers instead when this one fails before its first token. */
  readonly fallback?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Fields for every request to this model, beside Docent's own. */
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** Fields for requests with questions and with passages, of embedding models. */
  readonly queryBody?: Readonly<Record<string, unknown>> | undefined;
  readonly passageBody?: Readonly<Record<string, unknown>> | undefined;
  /** Prefixes for questions and passages, for embedding models; see `embedding-prefixes.ts`. */
  readonly queryPrefix?: string | undefined;
  readonly passagePrefix?: string | undefined;
  readonly price?: ModelPrice | undefined;
}

export interface ParsedModelsFile {
  readonly models: readonly ModelSpec[];
  readonly defaults: Readonly<Record<ModelKind, string | undefined>>;
}

/**
 * Parses the models file; keys come from `env` by the names in the file. Without `env` only the file is validated.
 * @throws Fault `invalid` with one line for each error, led by the path of the value: `models[2].baseUrl: …`. No line
 * contains a value of the file or of `env`.
 */
export function parseModelsFile(
  text: string,
  env?: Readonly<Record<string, string | undefined>>,
): ParsedModelsFile {
  const parsed = FileShape.safeParse(readJson(text));
  if (!parsed.success) throw refusal(parsed.error.issues.flatMap(linesOf));
  const { models, defaults } = parsed.data;
  const lines = [
    ...duplicates(models),
    ...(env ? missingKeys(models, env) : []),
    ...strayDefaults(models, defaults),
    ...strayFallbacks(models),
    ...strayOfVectors(models),
  ];
  if (lines.length > 0) throw refusal(lines);
  return { models: models.map((model) => specOf(model, env ?? {})), defaults };
}

const MAX_FILE_CHARS = 1_000_000;

/** The parser's message would quote the file, and with it a key, so only the position is reported. */
function readJson(text: string): unknown {
  if (text.length > MAX_FILE_CHARS) throw invalid(`models file: longer than ${MAX_FILE_CHARS} characters`);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const place = error instanceof Error ? /\((line \d+ column \d+)\)/.exec(error.message) : null;
    throw invalid(
      place?.[1] ? explained('models_file_json', { place: place[1] }) : explained('models_file_broken'),
    );
  }
}

/** Fault with one line for each error; a single one keeps its code. */
function refusal(lines: readonly Words[]): Fault {
  const [first = '', ...others] = lines;
  return invalid(others.length === 0 ? first : lines.map(inEnglish).join('\n'));
}

function linesOf(issue: z.core.$ZodIssue): Words[] {
  const path = pathOf(issue.path);
  if (issue.code !== 'unrecognized_keys') return [`${path || 'models file'}: ${issue.message}`];
  return issue.keys.map((key) => {
    const path = pathOf([...issue.path, key]);
    return looksLikeSecretField(key)
      ? explained('models_file_secret', { path })
      : explained('models_file_field', { path });
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
): Words[] {
  return models.flatMap(({ apiKeyEnv }, index): Words[] => {
    if (apiKeyEnv === undefined) return [];
    const key = env[apiKeyEnv]?.trim() ?? '';
    if (key === '')
      return [explained('models_file_key', { path: `models[${index}].apiKeyEnv`, variable: apiKeyEnv })];
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

/** Fields that are only allowed for embedding models, which distinguish questions and passages. */
function strayOfVectors(models: readonly FileModel[]): string[] {
  return models.flatMap((model, index) =>
    model.kind === 'embedding'
      ? []
      : (['queryBody', 'passageBody', 'queryPrefix', 'passagePrefix'] as const)
          .filter((field) => model[field] !== undefined)
          .map((field) => `models[${index}].${field}: is for embedding models only`),
  );
}

function specOf(model: FileModel, env: Readonly<Record<string, string | undefined>>): ModelSpec {
  const { apiKeyEnv, baseUrl, features, headers, reasoningStartsAtOnce, ...rest } = model;
  const key = apiKeyEnv === undefined ? undefined : env[apiKeyEnv]?.trim();
  return {
    ...rest,
    baseUrl: withoutCallPath(baseUrl),
    features: features ?? (model.kind === 'image' ? ['text-to-image', 'image-to-image'] : []),
    headers: headers ?? {},
    reasoningStartsAtOnce: reasoningStartsAtOnce ?? false,
    key: () => key,
  };
}

import { existsSync, readFileSync, statSync } from 'node:fs';
import { withoutEmpty } from '../../kit/settings/setting-values.ts';
import type { Log } from '../../ports/log.ts';
import type { ModelRegistry } from '../../ports/model-admin.ts';
import type { Models } from '../../ports/models.ts';
import { unlessMissing } from '../../kit/files/missing-file.ts';
import type { InHouse } from './in-house/in-house.ts';
import { createModels } from './models.ts';
import { parseModelsFile, type ParsedModelsFile } from './models-file.ts';
import { createOpenai, type OpenaiOptions } from './openai/openai.ts';
import { keysFileOf, parseKeys } from './stored-keys.ts';

/** Models of a file, updated when the file changes. */
export interface ConnectedModels extends Models {
  /** The file in force; `undefined` when there is none. */
  file(): ParsedModelsFile | undefined;
  /** Reason why the current file is not in force; `''` when it is. */
  problem(): string;
  /** True while there is a models file, which then is the source. */
  hasFile(): boolean;
  /** The text of the models file; `undefined` without one. */
  fileText(): string | undefined;
  /** Gives the models that stand in the database, which are in force while there is no models file. */
  use(registry: ModelRegistry): void;
}

/** Minimum interval between two checks of the file, which happen when models are used. */
const pollMs = 1_000;

/**
 * Opens the models of the file at `path` and the built-in ones. A change of the file or of the stored keys takes effect
 * at the next use; an invalid file leaves the models unchanged and is logged once. Running calls end with the model
 * they started with. Throws the file's error when `isRequired`; keys are never repeated.
 */
export function openModels(deps: {
  readonly path: string;
  readonly isRequired: boolean;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly openai?: OpenaiOptions;
  /** The models that Docent runs itself. */
  readonly inHouse?: InHouse;
  readonly now?: () => number;
}): ConnectedModels {
  const { path, log, inHouse, now = () => performance.now() } = deps;
  const client = createOpenai({ looks: true, ...deps.openai });

  const read = (): ParsedModelsFile | undefined => {
    const text = textOf(path);
    if (text === undefined && !deps.isRequired) {
      const { text: kept = '', keys = {} } = registry ?? {};
      return kept === '' ? undefined : parseModelsFile(kept, { ...withoutEmpty(deps.variables), ...keys });
    }
    if (text === undefined) throw new Error(`${path} is not there`);
    const keysFile = keysFileOf(path);
    const stored = parseKeys(keysFile, textOf(keysFile) ?? '{}');
    return parseModelsFile(text, { ...stored, ...withoutEmpty(deps.variables) });
  };

  let registry: ModelRegistry | undefined;
  let seen = '';
  let file: ParsedModelsFile | undefined;
  const modelsOf = (given: ParsedModelsFile | undefined) =>
    createModels({
      ...(given && { file: given }),
      client,
      ...(inHouse && { inHouse: inHouse.models() }),
    });
  let models = modelsOf(undefined);
  let checkedAt = -Infinity;
  let problem = '';
  if (deps.isRequired) read();

  const current = (): Models => {
    if (now() - checkedAt < pollMs) return models;
    checkedAt = now();
    const found = `${signature(path)} ${registry?.version ?? ''} ${inHouse?.signature() ?? ''}`;
    if (found === seen) return models;
    seen = found;
    try {
      file = read();
      models = modelsOf(file);
      problem = '';
      if (file) log.info({ models: file.models.map(({ name }) => name) }, 'the models are in force');
    } catch (error) {
      problem = error instanceof Error ? error.message : 'the models file cannot be read';
      log.warn(
        { err: problem },
        'the models file or the connected models cannot be used; the models stay as they were',
      );
    }
    return models;
  };

  current();
  return {
    file: () => (current(), file),
    problem: () => (current(), problem),
    hasFile: () => deps.isRequired || existsSync(path),
    fileText: () => textOf(path),
    use(given) {
      registry = given;
      checkedAt = -Infinity;
    },
    list: (kind) => current().list(kind),
    defaultOf: (kind) => current().defaultOf(kind),
    chat: (call) => current().chat(call),
    embed: (call) => current().embed(call),
    rerank: (call) => current().rerank(call),
    image: (call) => current().image(call),
  };
}

/** Changes whenever the models file or the file of keys changes. */
const signature = (path: string): string =>
  [path, keysFileOf(path)]
    .map((file) => {
      const stat = statSync(file, { throwIfNoEntry: false });
      return stat ? `${stat.ino}:${stat.mtimeMs}:${stat.size}` : '';
    })
    .join(' ');

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return unlessMissing(error);
  }
}

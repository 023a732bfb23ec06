import { removeModel, setFallback, setKey } from '../adapters/models/edit-models-file.ts';
import { presets, type Preset } from '../adapters/models/presets.ts';
import { readEnv, SettingError, type Env } from '../env.ts';
import { commandLine } from '../kit/shipped.ts';
import { tryModel } from '../model-calls/try-model.ts';
import { refuseFurtherWords, type Command, type CommandLine } from './command.ts';
import { connectModel, lineOf } from './connect-model.ts';
import { installOptions, installInHouse, removeIfInHouse } from './in-house-models.ts';
import { openWithoutSite } from './open-app.ts';
import { isAtTerminal } from './prompts.ts';
import { keyOptions, readKey } from './read-key.ts';
import { complain, say } from './say.ts';

export const models: Command = {
  usage: '[action]',
  summary: 'list the models, or change them; a running service picks up the change',
  details: [
    'add <name> --preset <one of those above> or --base-url <address>,',
    '  --model <name at the provider>,',
    '  --kind <chat|embedding|rerank|image>, --key-stdin or --key-env <variable>,',
    '  --fallback-for <model>: replaces that one when it fails before its first token',
    'test [name] [--images]: one real call each, which may have a cost; image models only with --images',
    'remove <name>; fallback <model> [other]: set the fallback, or remove it',
    'key <name> --key-stdin: replace the key of a model',
    'install [id]: install a model that Docent runs itself; without an id the ones there are',
    '  --from <folder or address with its files>, --runtime <native|wasm>',
  ],
  options: {
    preset: { type: 'string' },
    'base-url': { type: 'string' },
    model: { type: 'string' },
    kind: { type: 'string' },
    'fallback-for': { type: 'string' },
    images: { type: 'boolean' },
    ...installOptions,
    ...keyOptions,
  },
  mostWords: 3,
  async run(line) {
    const [word = 'list', ...rest] = line.words;
    const action = Object.hasOwn(actions, word) ? actions[word] : undefined;
    if (!action)
      throw new SettingError('models: the action must be list, add, test, remove, fallback, key or install');
    if (['remove', 'fallback', 'key'].includes(word) && rest.length === 0)
      throw new SettingError(
        `models ${word}: needs the name of a model; ${commandLine('models')} lists them`,
      );
    refuseFurtherWords(`models ${word}`, rest, word === 'list' ? 0 : word === 'fallback' ? 2 : 1);
    return action(readEnv(line.variables), line, rest);
  },
};

type Action = (env: Env, line: CommandLine, words: readonly string[]) => Promise<number>;

const actions: Readonly<Record<string, Action>> = {
  async list(env) {
    await using app = await openWithoutSite(env);
    const all = app.models.list();
    for (const { name, kind, modelId, builtin, inHouse, fallback } of all) {
      const role = app.models.defaultOf(kind)?.name === name ? ', default' : '';
      const then = fallback === undefined ? '' : `, then ${fallback}`;
      say(
        `${kind.padEnd(10)}${name}  ${builtin ? 'built in' : inHouse ? 'in the house' : modelId}${role}${then}`,
      );
    }
    return 0;
  },

  async add(env, line, [name = '']) {
    const preset = presetOf(line);
    const baseUrl = line.text('base-url') ?? preset?.baseUrl;
    const kind = kindOf(line.text('kind') ?? 'chat');
    const model = line.text('model') ?? suggested(preset, kind);
    if (name === '' || baseUrl === undefined || model === undefined)
      throw new SettingError('models add: needs a name, --preset or --base-url, and --model');
    const key = await readKey(line, preset?.keyName);
    const dimensions = preset?.embedding?.model === model ? preset.embedding.dimensions : undefined;
    const added = { name, kind, baseUrl, model, ...key, ...(dimensions !== undefined && { dimensions }) };
    const tried = await connectModel(env, added);
    say(lineOf(name, tried));
    if (!tried.ok) {
      complain('the model was not added');
      return 1;
    }
    const first = line.text('fallback-for');
    if (first !== undefined) await setFallback(env.modelsFile, first, name);
    return 0;
  },

  async test(env, line, [wanted]) {
    await using app = await openWithoutSite(env);
    const all = app.models.list().filter(({ builtin }) => !builtin);
    const chosen = all.filter(({ name, kind }) =>
      wanted === undefined ? kind !== 'image' || line.flag('images') : name === wanted,
    );
    if (chosen.length === 0)
      throw new SettingError('models test: the models file has no such model; the command models lists them');
    let failed = 0;
    for (const model of chosen) {
      const tried = await tryModel(app.models, model);
      if (!tried.ok) failed += 1;
      say(lineOf(model.name, tried));
    }
    return failed === 0 ? 0 : 1;
  },

  async remove(env, _line, [name = '']) {
    if (!(await removeIfInHouse(env, name))) await removeModel(env.modelsFile, name);
    say(`Removed ${name}.`);
    return 0;
  },

  install: installInHouse,

  async key(env, line, [name = '']) {
    if (!line.flag('key-stdin') && (!isAtTerminal() || line.flag('yes')))
      throw new SettingError('models key: pass the key on standard input, with --key-stdin');
    const { key } = await readKey({ ...line, variables: {} }, 'the model');
    if (key !== undefined) await setKey(env.modelsFile, name, key);
    say(`The key of ${name} is stored.`);
    return 0;
  },

  async fallback(env, _line, [name = '', other]) {
    await setFallback(env.modelsFile, name, other);
    say(other === undefined ? `${name} has no fallback.` : `${other} replaces ${name} when it fails.`);
    return 0;
  },
};

const kinds = ['chat', 'embedding', 'rerank', 'image'] as const;

function kindOf(word: string): (typeof kinds)[number] {
  const kind = kinds.find((one) => one === word);
  if (kind) return kind;
  throw new SettingError('--kind: must be chat, embedding, rerank or image');
}

/** Preset named by `--preset`, if any. Throws {@link SettingError} for an unknown one. */
export function presetOf(line: CommandLine): Preset | undefined {
  const id = line.text('preset');
  const preset = presets.find((one) => one.id === id);
  if (id === undefined || preset) return preset;
  throw new SettingError(`--preset: must be one of ${presets.map((one) => one.id).join(', ')}`);
}

const suggested = (preset: Preset | undefined, kind: string) =>
  kind === 'chat' ? preset?.chat[0] : kind === 'embedding' ? preset?.embedding?.model : undefined;

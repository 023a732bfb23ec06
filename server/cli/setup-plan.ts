import type { NewModel } from '../adapters/models/edit-models-file.ts';
import { presets, type Preset } from '../adapters/models/presets.ts';
import { readEnv, SettingError, type Env } from '../env.ts';
import type { CommandLine } from './command.ts';
import { presetOf } from './models.ts';
import { prompts } from './prompts.ts';
import { readKey, type GivenKey } from './read-key.ts';

/** Site and models chosen in `docent setup`. */
export interface Plan {
  /** Folder or address; `''` leaves the site as it is. */
  readonly site: string;
  readonly origin: string | undefined;
  readonly models: readonly NewModel[];
  /** Daily token ceiling of the language model. */
  readonly dailyTokens: number;
}

interface Checks {
  readonly checkSite: (site: string, env: Env) => Promise<string | undefined>;
  readonly offeredModels: (baseUrl: string, key: string | undefined) => Promise<readonly string[]>;
}

/** Plan from flags. Throws {@link SettingError} that names the missing or wrong flag. */
export async function planByFlags(line: CommandLine, { checkSite }: Checks): Promise<Plan> {
  const site = line.text('site') ?? '';
  const wrong = await checkSite(site, readEnv(line.variables));
  if (wrong) throw new SettingError(`--site: ${wrong}`);
  const common = { site, origin: line.text('origin'), dailyTokens: dailyTokensOf(line) };
  if (line.text('preset') === 'none') return { ...common, models: [] };
  const preset = presetOf(line);
  const baseUrl = line.text('base-url') ?? preset?.baseUrl;
  const model = line.text('model') ?? preset?.chat[0];
  if (baseUrl === undefined || model === undefined)
    throw new SettingError('--preset or --base-url, and --model are needed; --preset none connects no model');
  const key = await readKey(line, preset?.keyName);
  return { ...common, models: modelsOf({ preset, baseUrl, key, model, embedding: line.text('embedding') }) };
}

/** Plan from at most six questions. Throws {@link SettingError} when the person cancels. */
export async function planByQuestions(line: CommandLine, checks: Checks): Promise<Plan> {
  const env = readEnv(line.variables);
  prompts.begin('Docent: connect your site and a language model');
  const site = line.text('site') ?? (await askSite(env, checks));
  const common = { site, origin: line.text('origin'), dailyTokens: dailyTokensOf(line) };
  const chosen = line.text('preset') ?? (line.text('base-url') === undefined ? await askProvider() : other);
  if (chosen === 'none') return { ...common, models: [] };
  const preset = presets.find(({ id }) => id === chosen);
  const baseUrl = line.text('base-url') ?? preset?.baseUrl ?? (await askAddress());
  const { key, names } = await askKey({ line, preset, baseUrl }, checks);
  const model = line.text('model') ?? (await askModel(preset, names));
  const embedding = line.text('embedding') ?? (await askEmbedding(preset));
  return { ...common, models: modelsOf({ preset, baseUrl, key, model, embedding }) };
}

const other = 'other';

async function askSite(env: Env, { checkSite }: Checks): Promise<string> {
  for (;;) {
    const site = await prompts.text('Your articles: a folder of Markdown, or the address of your site', {
      placeholder: 'blank: the handbook as a sample',
    });
    const wrong = await checkSite(site, env);
    if (wrong === undefined) return site;
    prompts.warn(wrong);
  }
}

const askProvider = () =>
  prompts.choose('Who provides the language model?', [
    ...presets.map(({ id, title, baseUrl }) => ({ value: id, label: title, hint: baseUrl })),
    { value: other, label: 'Another OpenAI-compatible address' },
    { value: 'none', label: 'Nobody: quote passages without a language model' },
  ]);

const askAddress = () =>
  prompts.text('Base URL, including the version', {
    placeholder: 'https://models.example.org/v1',
    wrong: (text) => (/^https?:\/\/[^\s?#]+$/.test(text.trim()) ? undefined : 'An http or https address'),
  });

/** Asks for the key and lists the provider's models with it, which costs nothing. */
async function askKey(
  { line, preset, baseUrl }: { line: CommandLine; preset: Preset | undefined; baseUrl: string },
  { offeredModels }: Checks,
): Promise<{ key: GivenKey; names: readonly string[] }> {
  // A self-hosted server may need no key, so it is first asked without one.
  const usualName = preset ? preset.keyName : undefined;
  for (let tries = 0; ; tries += 1) {
    const key =
      usualName === undefined && tries > 0
        ? { keyName: 'MODEL_API_KEY', key: await prompts.secret('Key (typed hidden)') }
        : await readKey(line, usualName);
    const value = key.key ?? (key.keyName === undefined ? undefined : line.variables[key.keyName]);
    try {
      return { key, names: await offeredModels(baseUrl, value?.trim()) };
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      prompts.warn(reason);
      if (!reason.includes('refuses the key') || tries >= 3) return { key, names: [] };
    }
  }
}

async function askModel(preset: Preset | undefined, names: readonly string[]): Promise<string> {
  const suggested = (preset?.chat ?? []).filter((name) => names.length === 0 || names.includes(name));
  const offered = [...new Set([...suggested, ...names])];
  if (offered.length === 0)
    return prompts.text('Name of the language model there', {
      wrong: (text) => (text.trim() === '' ? 'Needed' : undefined),
    });
  return prompts.choose(
    'Language model',
    offered.map((name) => ({ value: name, label: name })),
  );
}

async function askEmbedding(preset: Preset | undefined): Promise<string | undefined> {
  if (!preset?.embedding) return undefined;
  const { model } = preset.embedding;
  const agreed = await prompts.agree(
    `Search by meaning too, with ${model}? Every passage of the site is sent to it once, which ${preset.keyName ? 'costs a little' : 'takes some minutes'}.`,
  );
  return agreed ? model : undefined;
}

function modelsOf(given: {
  readonly preset: Preset | undefined;
  readonly baseUrl: string;
  readonly key: GivenKey;
  readonly model: string;
  readonly embedding: string | undefined;
}): readonly NewModel[] {
  const { preset, baseUrl, key, model, embedding } = given;
  const chat = { name: model, kind: 'chat', baseUrl, model, ...key } as const;
  if (embedding === undefined) return [chat];
  const dimensions = preset?.embedding?.model === embedding ? preset.embedding.dimensions : undefined;
  const named = { name: embedding, kind: 'embedding', baseUrl, model: embedding, ...key } as const;
  return [chat, { ...named, ...(dimensions !== undefined && { dimensions }) }];
}

function dailyTokensOf(line: CommandLine): number {
  const tokens = Number(line.text('daily-tokens') ?? 1_000_000);
  if (Number.isInteger(tokens) && tokens > 0) return tokens;
  throw new SettingError('--daily-tokens: must be a whole number above 0');
}

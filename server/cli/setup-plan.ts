import type { NewModel } from '../adapters/models/edit-models-file.ts';
import { presets, type Preset } from '../adapters/models/presets.ts';
import { readEnv, sampleSite, SettingError, type Env } from '../env.ts';
import type { CheckedSite } from './check-site.ts';
import type { CommandLine } from './command.ts';
import { presetOf } from './models.ts';
import { prompts } from './prompts.ts';
import { readKey, type GivenKey } from './read-key.ts';
import { complain } from './say.ts';

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
  readonly checkSite: (site: string, env: Env) => Promise<CheckedSite>;
  readonly offeredModels: (baseUrl: string, key: string | undefined) => Promise<readonly string[]>;
  /** Language models that are connected already. */
  readonly connected: readonly string[];
}

/** Plan from flags. Throws {@link SettingError} that names the missing or wrong flag. */
export async function planByFlags(line: CommandLine, { checkSite }: Checks): Promise<Plan> {
  const { site, wrong, doubt } = await checkSite(line.text('site') ?? '', readEnv(line.variables));
  if (wrong !== undefined) throw new SettingError(`--site: ${wrong}`);
  if (doubt !== undefined) complain(`note: ${doubt}; the site is kept all the same`);
  const common = { site, origin: line.text('origin'), dailyTokens: dailyTokensOf(line) };
  if (line.text('preset') === 'none') return { ...common, models: [] };
  const preset = presetOf(line);
  const baseUrl = line.text('base-url') ?? preset?.baseUrl;
  const model = line.text('model') ?? preset?.chat[0];
  if (baseUrl === undefined || model === undefined)
    throw new SettingError(
      '--preset or --base-url, and --model are needed, since nothing can be asked here; --preset none connects no model',
    );
  const key = await readKey(line, preset?.keyName);
  return { ...common, models: modelsOf({ preset, baseUrl, key, model, embedding: line.text('embedding') }) };
}

/** Plan from at most six questions. Throws {@link SettingError} when the person cancels. */
export async function planByQuestions(line: CommandLine, checks: Checks): Promise<Plan> {
  const env = readEnv(line.variables);
  prompts.begin('Docent: connect your site and a language model');
  const site = await askSite(env, checks, line.text('site'));
  const common = { site, origin: line.text('origin'), dailyTokens: dailyTokensOf(line) };
  const chosen =
    line.text('preset') ??
    (line.text('base-url') === undefined ? await askProvider(checks.connected) : other);
  if (chosen === 'none') return { ...common, models: [] };
  const preset = presets.find(({ id }) => id === chosen);
  const baseUrl = line.text('base-url') ?? preset?.baseUrl ?? (await askAddress());
  const { key, names } = await askKey({ line, preset, baseUrl }, checks);
  const model = line.text('model') ?? (await askModel(preset, names));
  const embedding = line.text('embedding') ?? (await askEmbedding(preset));
  return { ...common, models: modelsOf({ preset, baseUrl, key, model, embedding }) };
}

const other = 'other';

/** Asks until the answer can be a site; `given` is the first answer. */
async function askSite(env: Env, { checkSite }: Checks, given: string | undefined): Promise<string> {
  const present = env.site?.url.href ?? (env.contentDir === sampleSite ? undefined : env.contentDir);
  const placeholder = present === undefined ? 'blank: the handbook as a sample' : `blank: keep ${present}`;
  for (let answer = given; ; answer = undefined) {
    const named =
      answer ??
      (await prompts.text('Your articles: a folder of Markdown, or the address of your site', {
        placeholder,
      }));
    const { site, wrong, doubt, found } = await checkSite(named, env);
    if (found !== undefined) prompts.say(`Found: ${found}`);
    if (wrong === undefined && doubt === undefined) return site;
    prompts.warn(sentence(wrong ?? doubt ?? ''));
    if (wrong === undefined && (await prompts.agree('Use it all the same?', false))) return site;
  }
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

const askProvider = (connected: readonly string[]) =>
  prompts.choose('Who provides the language model?', [
    ...(connected.length > 0 ? [{ value: 'none', label: `Keep ${connected.join(', ')}` }] : []),
    ...presets.map(({ id, title, baseUrl }) => ({ value: id, label: title, hint: baseUrl })),
    { value: other, label: 'Another OpenAI-compatible address' },
    ...(connected.length > 0
      ? []
      : [{ value: 'none', label: 'None: quote passages without a language model' }]),
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

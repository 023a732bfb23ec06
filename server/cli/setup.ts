import { readFile, stat, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { writeAtomically } from '../adapters/atomic-file.ts';
import { chatModelsIn } from '../adapters/models/edit-models-file.ts';
import { offeredModels } from '../adapters/models/offered-models.ts';
import {
  operatorVariables,
  readEnv,
  readSite,
  sampleSite,
  SettingError,
  systemSettingsFile,
  type Env,
} from '../env.ts';
import { checkSite } from './check-site.ts';
import type { Command } from './command.ts';
import { keyOptions } from './read-key.ts';
import { connectModel, lineOf } from './connect-model.ts';
import { ofAny, openWithoutSite } from './open-app.ts';
import { commandLine } from '../kit/shipped.ts';
import { isAtTerminal } from './prompts.ts';
import { presets } from '../adapters/models/presets.ts';
import { settingsInForce } from './terminal/settings-in-force.ts';
import { planByFlags, planByQuestions, type Plan } from './setup-plan.ts';
import { say } from './say.ts';

const names = presets.map(({ id }) => id);

export const setup: Command = {
  usage: '',
  summary: 'connect your site and a language model interactively',
  details: [
    'or by flags: --site <folder or address>, --origin <where visitors reach Docent>,',
    '  --preset <name> or none, or --base-url <address>,',
    '  --model <name>, --embedding <name>, --key-stdin or --key-env <variable>,',
    '  --daily-tokens <ceiling of the model, 1000000>, --yes (ask nothing)',
    `presets: ${names.slice(0, 7).join(', ')},`,
    `  ${names.slice(7).join(', ')}`,
  ],
  options: {
    site: { type: 'string' },
    origin: { type: 'string' },
    preset: { type: 'string' },
    'base-url': { type: 'string' },
    model: { type: 'string' },
    embedding: { type: 'string' },
    'daily-tokens': { type: 'string' },
    yes: { type: 'boolean' },
    ...keyOptions,
  },
  async run(line) {
    const env = readEnv(line.variables);
    const asks = isAtTerminal() && !line.flag('yes');
    const connected = await chatModelsIn(env.modelsFile);
    let consolePath: string | undefined;
    const plan = await (asks ? planByQuestions : planByFlags)(line, {
      async checkSite(named, settings) {
        const checked = await checkSite(named, settings);
        ({ consolePath } = checked);
        return checked;
      },
      offeredModels,
      connected,
    });
    await keepSettings({ ...plan, consolePath }, env);
    // Read again, with the settings just saved.
    const failed = await connectPlanned(readEnv(operatorVariables()), plan);
    const saved = readEnv(operatorVariables());
    for (const text of failed
      ? afterFailure(failed)
      : nextSteps(plan, saved, await chatModelsIn(env.modelsFile)))
      say(text);
    return failed ? 1 : 0;
  },
};

/** Writes the settings of the site into the settings file that is in force; other settings stay. */
async function keepSettings(
  { site, origin, consolePath }: Plan & { readonly consolePath: string | undefined },
  env: Env,
): Promise<void> {
  const path = settingsInForce();
  const kept = { ...parseEnv(await readFile(path, 'utf8').catch(() => '')) };
  if (site !== '') {
    const isFolder = await stat(site).then(
      (entry) => entry.isDirectory(),
      () => false,
    );
    delete kept['DOCENT_SITE'];
    delete kept['DOCENT_CONTENT_DIR'];
    if (isFolder) kept['DOCENT_CONTENT_DIR'] = path === systemSettingsFile ? resolve(site) : site;
    else kept['DOCENT_SITE'] = readSite(site, env).url.href;
  } else if (origin === undefined) return;
  if (consolePath !== undefined) kept['DOCENT_CONSOLE_PATH'] ??= consolePath;
  if (origin !== undefined) kept['DOCENT_PUBLIC_ORIGIN'] = origin;
  if (Object.keys(kept).length === 0) return;
  const lines = Object.entries(kept).map(([name, value]) => `${name}=${quoted(value ?? '')}`);
  const text = `${lines.join('\n')}\n`;
  if (path !== systemSettingsFile) return writeAtomically(path, text);
  // It stays readable for the group of the service.
  await writeFile(path, text).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES') throw error;
    throw new SettingError(
      `setup: the settings of the site are in ${path}, which root alone changes; type sudo before it`,
    );
  });
}

function quoted(value: string): string {
  if (/^[\w./:@%+,*-]*$/.test(value)) return value;
  if (!value.includes('"') && !value.includes('\n')) return `"${value}"`;
  throw new SettingError('--site: must not hold quotation marks or line ends');
}

/** Adds and calls each model of the plan; resolves with the result line of the first that failed. */
async function connectPlanned(env: Env, { models, dailyTokens }: Plan): Promise<string | undefined> {
  for (const model of models) {
    say(`Calling ${model.model} at ${model.baseUrl} once …`);
    const tried = await connectModel(env, model);
    if (!tried.ok) return lineOf(model.name, tried);
    say(lineOf(model.name, tried));
    if (model.kind !== 'chat') continue;
    await using app = await openWithoutSite(env, ofAny);
    await app.keepBelow(model.name, dailyTokens);
    say(
      `Limits: ${dailyTokens.toLocaleString('en')} tokens a day, and 60 answers an hour for each visitor; change both in the console.`,
    );
  }
  return undefined;
}

const afterFailure = (line: string): readonly string[] => [
  line,
  'The model was not added; the site settings are kept. Correct the address, the key or the name and run this command again.',
];

/** `saved` are the settings with those just written, `connected` the language models of the models file. */
function nextSteps({ site, origin }: Plan, saved: Env, connected: readonly string[]): readonly string[] {
  const own = `http://${saved.host}:${saved.port}`;
  const reads = saved.site?.url.href ?? saved.contentDir;
  return [
    '',
    connected.length === 0
      ? 'No language model is connected: answers quote passages of the articles.'
      : `Connected: ${connected.join(', ')} (${saved.modelsFile}; keys in a file of their own beside it).`,
    site === '' && reads === sampleSite
      ? 'Site: the handbook, as a sample.'
      : `Site: ${reads} (kept in ${settingsInForce()}).`,
    '',
    settingsInForce() === systemSettingsFile
      ? `Restart:  ${commandLine('restart')} (for another site; models are used at once)`
      : `Start:    ${commandLine('')} (stop it first if it runs)`,
    `Ask:      ${own}/`,
    `Console:  ${own}${saved.consolePath}/ (password in ${saved.dataDir}/admin-credentials.json after the start)`,
    `Your site: <script src="${origin ?? (saved.publicOrigin === undefined ? own : saved.publicOrigin + saved.basePath)}/widget.js" async></script>`,
    `Check:    ${commandLine('doctor')}`,
  ];
}

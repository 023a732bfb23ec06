import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consolePrefix } from '../../contract/api.ts';
import { startFakeProvider, type FakeProvider } from '../fakes/provider/provider.ts';
import { isMissing } from '../missing-tool.ts';
import { ready, startService, type Service } from '../running/service.ts';
import { clientsFolder, missingClients, run } from './clients.ts';

const isSkipped = isMissing('official clients of /v1', missingClients);

const token = 'token-of-the-official-clients';
const question = 'Where are tokens and answers limited?';
const minutes = 60_000;

let folder: string;
let provider: FakeProvider;
let service: Service;

beforeAll(async () => {
  if (isSkipped) return;
  folder = await mkdtemp(join(tmpdir(), 'docent-openai-'));
  provider = await startFakeProvider();
  await mkdir(join(folder, 'articles'));
  const text = '# Limits\n\nTokens and answers are limited on the usage page of the console.\n';
  await writeFile(join(folder, 'articles/limits.md'), text);
  const model = {
    name: 'talker',
    kind: 'chat',
    provider: 'openai-compatible',
    baseUrl: provider.url,
    model: 'talker',
    apiKeyEnv: 'PROVIDER_KEY',
  };
  await writeFile(join(folder, 'models.json'), JSON.stringify({ models: [model] }));
  service = await startService({
    HOST: '127.0.0.1',
    DOCENT_CONTENT_DIR: join(folder, 'articles'),
    DOCENT_DATA_DIR: join(folder, 'data'),
    DOCENT_MODELS_FILE: join(folder, 'models.json'),
    DOCENT_ADMIN_TOKEN: token,
    PROVIDER_KEY: provider.key,
  });
  await ready(service);
  const saved = await fetch(`${service.url}${consolePrefix}/config/save`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ integrations: { openAiEnabled: true } }),
  });
  expect(await saved.json()).toMatchObject({ saved: true });
}, 2 * minutes);

afterAll(async () => {
  if (isSkipped) return;
  service.child.kill('SIGTERM');
  await service.ended;
  await provider[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** The answer of the model, its mark a link. */
const answer = () => `Tokens and answers are limited on the usage page [1](${service.url}/archives/limits).`;

const lastLine = (output: string): unknown => JSON.parse(output.trim().split('\n').at(-1) ?? '');
const program = (name: string) => join(import.meta.dirname, 'programs', name);

describe.skipIf(isSkipped)('OAI1: the answer with its tokens and sources, and refusals, reach', () => {
  test(
    'OpenAI, LangChain and LiteLLM in Python',
    async () => {
      const calls = [program('official.py'), `${service.url}/v1`, token, question];
      const env = { LITELLM_LOCAL_MODEL_COST_MAP: 'True' };
      const output = await run(join(clientsFolder, 'venv/bin/python'), calls, { cwd: folder, env });
      expect(lastLine(output)).toEqual({
        openai: [answer(), 30],
        'openai, streamed': [answer(), 30],
        model: 'docent',
        refused: ['unsupported_parameter', 'n'],
        stranger: 401,
        langchain: [answer(), 30],
        litellm: [answer(), 30],
      });
    },
    4 * minutes,
  );

  test(
    'OpenAI and the AI SDK in JavaScript',
    async () => {
      const home = join(folder, 'javascript');
      await mkdir(home);
      await symlink(join(clientsFolder, 'npm/node_modules'), join(home, 'node_modules'));
      await writeFile(join(home, 'package.json'), '{"type": "module"}');
      await copyFile(program('official-js.txt'), join(home, 'calls.ts'));
      const calls = ['calls.ts', `${service.url}/v1`, token, question];
      expect(lastLine(await run(process.execPath, calls, { cwd: home }))).toEqual({
        openai: [answer(), 30],
        'openai, streamed': [answer()],
        model: 'docent',
        refused: ['unsupported_parameter', 'n'],
        ai: [answer(), 30],
        'ai, streamed': [answer()],
      });
    },
    4 * minutes,
  );
});

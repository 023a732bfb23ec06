import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { z } from 'zod';
import { consolePrefix } from '../../contract/api.ts';
import { createApp, type Ports } from '../../server/app.ts';
import { readEnv } from '../../server/env.ts';
import { openPorts } from '../../server/open-ports.ts';
import type { Models } from '../../server/ports/models.ts';
import { assertNoBugs, createTestLog } from '../fakes/log.ts';
import { startBrowser } from './visitor.ts';

/** The whole service as an operator starts it: shipped handbook, built-in models, a database file of its own. */
export interface LiveService extends AsyncDisposable {
  /** Origin of the service and, for the visitor, of the site. */
  readonly site: string;
  readonly service: string;
  readonly password: string;
  /** The access token of the administrator's programs. */
  readonly token: string;
  /** The model says its first words and then waits for `release`. */
  holdAnswers(): void;
  release(): void;
  /** Reads from the console as the administrator's program. */
  readConsole(path: string): Promise<unknown>;
  /** Posts to the console as the administrator's program; a form is sent as it is. */
  writeConsole(path: string, body: unknown, method?: 'POST' | 'PUT'): Promise<unknown>;
}

/** Options instead of the handbook and the built-in models. */
export interface LiveOptions {
  readonly models?: Models;
  readonly env?: Readonly<Record<string, string>>;
  /** The operator sets neither token nor password. */
  readonly generatesCredentials?: boolean;
  /** Other ports than those that were opened. */
  readonly ports?: (opened: Ports) => Partial<Ports>;
}

const Credentials = z.object({ token: z.string(), password: z.string() });

/** A browser and a whole service, the usual one or another, for the tests of a file; closed after them. */
export async function openLive(
  starting: Promise<LiveService> = startLiveService(),
): Promise<{ readonly browser: Browser; readonly live: LiveService }> {
  const [browser, live] = await Promise.all([startBrowser(), starting]);
  afterAll(async () => {
    await browser.close();
    await live[Symbol.asyncDispose]();
  });
  return { browser, live };
}

export async function startLiveService(options: LiveOptions = {}): Promise<LiveService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docent-e2e-'));
  const given = { token: 'token-of-the-browser-tests', password: 'password-of-the-browser-tests' };
  const log = createTestLog();
  const ports = await openPorts(
    readEnv({
      PORT: '0',
      DOCENT_DATA_DIR: dataDir,
      ...(!options.generatesCredentials && {
        DOCENT_ADMIN_TOKEN: given.token,
        DOCENT_ADMIN_PASSWORD: given.password,
      }),
      ...options.env,
    }),
    log,
  );
  const { token, password } = options.generatesCredentials
    ? Credentials.parse(JSON.parse(await readFile(join(dataDir, 'admin-credentials.json'), 'utf8')))
    : given;
  const gate = createGate();
  const app = await createApp({
    ...ports,
    ...options.ports?.(ports),
    models: held(options.models ?? ports.models, gate),
    checkReplies: true,
  });
  const origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
  await app.start();
  const { status } = await fetch(`${origin}/readyz`);
  if (status !== 200) throw new Error('The index could not be built');
  return {
    site: origin,
    service: origin,
    password,
    token,
    holdAnswers: gate.shut,
    release: gate.open,
    async readConsole(path) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(origin + consolePrefix + path, { headers });
      if (!response.ok) throw new Error(`${response.status} for ${path}`);
      return response.json();
    },
    async writeConsole(path, body, method = 'POST') {
      const isForm = body instanceof FormData;
      const init: RequestInit = {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(!isForm && { 'content-type': 'application/json' }),
        },
        body: isForm ? body : JSON.stringify(body),
      };
      const response = await fetch(origin + consolePrefix + path, init);
      if (!response.ok) throw new Error(`${response.status} for ${path}: ${await response.text()}`);
      return response.json();
    },
    async [Symbol.asyncDispose]() {
      gate.open();
      await app[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
      assertNoBugs(log);
    },
  };
}

/** The same models, but their answers pass the gate after the first words. */
function held(models: Models, gate: Gate): Models {
  return {
    ...models,
    async *chat(call) {
      let isFirst = true;
      for await (const part of models.chat(call)) {
        yield part;
        if (isFirst) await gate.pass();
        isFirst = false;
      }
    },
  };
}

type Gate = ReturnType<typeof createGate>;

function createGate() {
  let opened = Promise.resolve();
  let open = () => {};
  return {
    pass: () => opened,
    shut: () => void ({ promise: opened, resolve: open } = Promise.withResolvers<void>()),
    open: () => open(),
  };
}

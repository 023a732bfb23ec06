import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { publicPrefix, publicPrefixV2 } from '../../contract/api.ts';
import { foundArticles, scenarios, type Scenario, type Step } from './scenarios.ts';
import { pageCss, pageHtml, sitePages } from './site-pages.ts';
import { listen } from '../fakes/listen.ts';

/** A site on one origin and a scripted service on another. */
export interface Fixture {
  /** Origin of the site. */
  readonly site: string;
  /** Origin of the service. */
  readonly service: string;
  /** The answer to the next questions. */
  scenario: Scenario;
  /** Reply of GET widget-config; `undefined` makes it fail. */
  settings: Readonly<Record<string, unknown>> | undefined;
  /** File names of the widget that fail to load, by their beginning. */
  missing: string;
  /** Bodies of the questions that arrived. */
  readonly asked: Readonly<Record<string, unknown>>[];
  /** Queries of the feedback that arrived. */
  readonly feedback: URLSearchParams[];
  /** Reply of GET search/halo-results; `undefined` makes it fail. */
  results: unknown;
  /** Keywords that were looked for, the parts of the site in which, and what was to be answered. */
  readonly searched: string[];
  readonly narrowed: string[];
  readonly answered: unknown[];
  /** Reply of GET search/scopes; `undefined` makes it fail. */
  scopes: unknown;
  /** How often it was asked for. */
  listed: number;
  /** What an answer is when its visitor comes back; `undefined`: it is gone. */
  resumes: Scenario | undefined;
  /** Keys by which visitors came back to answers, and by which they stopped them. */
  readonly resumed: unknown[];
  readonly stopped: unknown[];
  /** Questions whose visitor left before the end. */
  left: number;
  /** Lets held answers go on. */
  release(): void;
  close(): Promise<void>;
}

export async function startFixture(): Promise<Fixture> {
  const files = await readWidget();
  const waiting = new Set<() => void>();
  const service = createServer((request, response) => void serve(request, response));
  const { origin: serviceOrigin } = await listen(service);
  const pages = sitePages(serviceOrigin);
  const site = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site');
    const page = pages[url.pathname];
    if (!page) return void response.writeHead(404).end();
    const isCss = url.search === '?css';
    response.writeHead(200, {
      ...page.headers,
      'content-type': `${isCss ? 'text/css' : page.isXml ? 'application/xhtml+xml' : 'text/html'}; charset=utf-8`,
    });
    response.end(isCss ? pageCss(page) : pageHtml(page));
  });
  const fixture: Fixture = {
    site: (await listen(site)).origin,
    service: serviceOrigin,
    scenario: 'en',
    settings: {},
    missing: 'none',
    asked: [],
    feedback: [],
    results: foundArticles,
    searched: [],
    narrowed: [],
    scopes: undefined,
    listed: 0,
    answered: [],
    resumes: undefined,
    resumed: [],
    stopped: [],
    left: 0,
    release() {
      for (const go of waiting) go();
      waiting.clear();
    },
    async close() {
      for (const server of [service, site]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type');
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (/^\/(?:widget\.js$|embed\.html$|widget\/)/.test(pathname))
      return sendFile(basename(pathname), response);
    if (pathname === `${publicPrefixV2}/widget-config`) return sendJson(fixture.settings, response);
    if (pathname === `${publicPrefix}/chat/feedback`) {
      fixture.feedback.push(searchParams);
      return sendJson({ success: true }, response);
    }
    if (pathname === `${publicPrefix}/search/halo-results`) {
      fixture.searched.push(searchParams.get('keyword') ?? '');
      fixture.narrowed.push(searchParams.get('scope') ?? '');
      return sendJson(fixture.results, response);
    }
    if (pathname === `${publicPrefix}/search/scopes`) {
      fixture.listed += 1;
      return sendJson(fixture.scopes, response);
    }
    if (pathname === `${publicPrefix}/chat/stream/stop`) {
      fixture.stopped.push(JSON.parse(await text(request)).resumeKey);
      return sendJson({ stopped: true }, response);
    }
    const isResumed = pathname === `${publicPrefix}/chat/stream/resume`;
    if (isResumed) fixture.resumed.push(JSON.parse(await text(request)).resumeKey);
    if (isResumed && !fixture.resumes) return void response.writeHead(410).end();
    if (pathname === `${publicPrefix}/search/answer`) fixture.answered.push(JSON.parse(await text(request)));
    else if (pathname === `${publicPrefixV2}/chat/stream`)
      fixture.asked.push(JSON.parse(await text(request)));
    else if (!isResumed) return void response.writeHead(404).end();
    response.on('close', () => (fixture.left += response.writableFinished ? 0 : 1));
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    });
    response.flushHeaders();
    const scenario = (isResumed && fixture.resumes) || fixture.scenario;
    await play(scenarios[scenario], response, () => new Promise((go) => waiting.add(go)));
  }

  function sendFile(name: string, response: ServerResponse): void {
    const file = files.get(name);
    if (!file || name.startsWith(fixture.missing)) return void response.writeHead(503).end();
    response
      .writeHead(200, {
        'content-type': `text/${name.endsWith('.html') ? 'html' : 'javascript'}; charset=utf-8`,
      })
      .end(file);
  }

  return fixture;
}

/** The files of the widget as they are now: a build in the meantime changes nothing for a test that runs. */
async function readWidget(): Promise<ReadonlyMap<string, Buffer>> {
  const entries = await readdir('dist/widget', { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(`dist/widget/${name}`)] as const)),
  );
}

async function play(
  steps: readonly Step[],
  response: ServerResponse,
  word: () => Promise<void>,
): Promise<void> {
  for (const step of steps) {
    if (response.destroyed) return;
    if (typeof step === 'string') response.write(step);
    else if ('hold' in step) await word();
    else if (step.end === 'close') response.end();
    else if (step.end === 'destroy') response.destroy();
  }
}

function sendJson(value: unknown, response: ServerResponse): void {
  response.writeHead(value === undefined ? 500 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value ?? {}));
}

import { createServer } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { build, type Plugin } from 'vite';
import { consolePrefix } from '../../../contract/api.ts';
import { projectRoot } from '../../source-files.ts';
import { listen } from '../../fakes/listen.ts';

export type TiptapVersion = 2 | 3;

/** A site with an editor of its own, whose route hands what authors ask on to the service and adds the token; its pictures are those of the service. */
export interface EditorSite extends AsyncDisposable {
  readonly origin: string;
  /** The route answers so instead of asking the service. */
  refusal: { readonly status: number; readonly body: string } | undefined;
}

export interface EditorSiteOptions {
  readonly service: string;
  readonly token: string;
  readonly tiptap: TiptapVersion;
  readonly content: string;
  readonly language?: string;
  readonly colorScheme?: 'light' | 'dark';
}

export async function startEditorSite(options: EditorSiteOptions): Promise<EditorSite> {
  const files: Readonly<Record<string, readonly [string, string]>> = {
    '/editor.js': ['javascript', await bundleFor(options.tiptap)],
    '/editor.css': [
      'css',
      `:root { color-scheme: ${options.colorScheme ?? 'light'}; } .ProseMirror { white-space: pre-wrap; padding: 8px; }`,
    ],
  };
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url === '/write') {
        if (site.refusal) {
          const { status, body } = site.refusal;
          return void response.writeHead(status, { 'content-type': 'application/json' }).end(body);
        }
        const leave = new AbortController();
        response.on('close', () => leave.abort());
        const reply = await fetch(`${options.service}${consolePrefix}/writing/assist/stream`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${options.token}`,
            prefer: 'explanations',
          },
          body: await text(request),
          signal: leave.signal,
        });
        response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? '' });
        if (reply.body)
          Readable.fromWeb(reply.body as never)
            .on('error', () => response.destroy())
            .pipe(response);
        return;
      }
      if (request.url?.startsWith('/media/')) {
        const picture = await fetch(options.service + request.url);
        response.writeHead(picture.status, { 'content-type': picture.headers.get('content-type') ?? '' });
        return void response.end(await picture.bytes());
      }
      const [type, content] = files[request.url ?? ''] ?? ['html', pageWith(options)];
      response.writeHead(200, {
        'content-type': `text/${type}; charset=utf-8`,
        // No place for inline style or foreign script: an editor behind a strict policy works all the same.
        'content-security-policy': "default-src 'self'; style-src 'self'",
      });
      response.end(content);
    })().catch(() => response.destroy());
  });
  const site: EditorSite = { ...(await listen(server)), refusal: undefined };
  return site;
}

const pageWith = ({ content, language = 'en' }: EditorSiteOptions) => `<!doctype html>
<html lang="${language}"><head><title>Editor</title><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="/editor.css"></head>
<body><main><h1>An article</h1><div id="editor"></div></main><template id="content">${content}</template>
<script type="module" src="/editor.js"></script></body></html>`;

/** The page of the editor with one version of Tiptap. */
async function bundleFor(tiptap: TiptapVersion): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [tiptapOf(tiptap)],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(projectRoot, 'test/e2e/pages/tiptap-editor.ts'),
        output: { codeSplitting: false },
      },
    },
  });
  const [{ output: files }] = [output].flat() as unknown as [{ output: { code?: string }[] }];
  return files[0]?.code ?? '';
}

/** Tiptap 2 lies below its starter kit, which is installed under another name. */
function tiptapOf(version: TiptapVersion): Plugin {
  const kit = join(projectRoot, 'node_modules/@tiptap/starter-kit-2');
  return {
    name: 'tiptap-of-a-version',
    enforce: 'pre',
    async resolveId(source, importer) {
      // The built file, which customers get.
      if (source === 'docent/editor') return join(projectRoot, 'dist/widget/editor/tiptap.js');
      if (version === 3 || !source.startsWith('@tiptap/') || importer?.includes('/starter-kit-2/'))
        return null;
      if (source === '@tiptap/starter-kit')
        return this.resolve('@tiptap/starter-kit-2', importer, { skipSelf: true });
      return this.resolve(source, join(kit, 'index.js'), { skipSelf: true });
    },
  };
}

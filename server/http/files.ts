import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sha256 } from '../kit/ids.ts';
import type { Prefix } from './connection/prefix.ts';

/** A built folder and how it is served. */
export interface ServedFiles {
  /** Absolute path of the folder. */
  readonly directory: string;
  /** URL prefix of the files, with slashes at both ends. */
  readonly prefix: string;
  /** Files that are also served at another path, such as `/widget.js`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** File name of the page that other pages may embed in a frame; the origins allowed to do so are added to its policy. */
  readonly framed?: string;
  /** Page of a single-page application: served for every path below the prefix that is no file. */
  readonly fallback?: string;
  /** Changes that page before it is sent. */
  readonly rewrite?: (page: string) => string;
  /** Headers of every page (`.html`), whatever path leads to it. */
  readonly pageHeaders?: Readonly<Record<string, string>>;
  /** True when pages of other origins load these files. */
  readonly crossOrigin: boolean;
  /** Message while the folder has not been built. */
  readonly missing: string;
}

interface FilesDeps {
  /** Missing where the service stands at the root. */
  readonly prefix?: Prefix;
  readonly framePolicy?: (() => Promise<string>) | undefined;
}

/** Serves a built folder. Names with a content hash are cached for ever, all others are revalidated each time. */
export async function serveFiles(
  app: FastifyInstance,
  files: ServedFiles,
  { prefix, framePolicy }: FilesDeps = {},
): Promise<void> {
  if (!existsSync(files.directory)) return serveNotice(app, files);
  // In a separate scope, so that two folders do not share `sendFile`.
  await app.register(async (scope) => {
    const framedReplies = new WeakSet<object>();
    await scope.register(fastifyStatic, {
      root: files.directory,
      prefix: files.prefix,
      index: false,
      serve: files.fallback === undefined,
      cacheControl: false,
      dotfiles: 'ignore',
      // The build adds `.br` and `.gz` copies of files that compress well.
      preCompressed: true,
      // Directories are not listed, and compressed copies have no address of their own.
      allowedPath: (path) => !/\/$|\.(?:br|gz)$/.test(path),
      setHeaders: (reply, path) => {
        // By the file that is sent: an address has many spellings, a file has one name.
        const name = basename(path.replace(compressed, ''));
        if (name === files.framed) framedReplies.add(reply);
        reply.headers({
          'cache-control': cachingOf(name),
          ...(files.crossOrigin ? crossOriginHeaders : {}),
          ...(name.endsWith('.html') ? files.pageHeaders : {}),
        });
      },
    });
    if (framePolicy)
      scope.addHook('onSend', async (_request, reply) => {
        if (!framedReplies.has(reply)) return;
        const own = reply.getHeader('content-security-policy');
        const policies = [...(typeof own === 'string' ? [own] : []), await framePolicy()];
        reply.header('content-security-policy', policies.join('; '));
      });
    for (const [path, file] of Object.entries(files.aliases ?? {})) {
      scope.get(path, (_request, reply) => reply.sendFile(file));
    }
    const { fallback, prefix: path } = files;
    if (fallback === undefined) return;
    const page = await pageOf(files, fallback, prefix);
    const fallbackName = basename(fallback);
    scope.get(path, page);
    scope.get(path.slice(0, -1), (_request, reply) => reply.redirect(path));
    // A missing file is a 404: only names without an extension are pages of the application.
    scope.get<{ Params: { '*': string } }>(`${path}*`, (request, reply) => {
      const { '*': name } = request.params;
      return name !== fallbackName && fileName.test(name) ? reply.sendFile(name) : page(request, reply);
    });
  });
}

/**
 * Replies with the page of an application. A page that is rewritten, or served below a prefix, is short and therefore not
 * compressed; below a prefix it is not cached either, since it contains the prefix.
 */
async function pageOf(
  { directory, rewrite, pageHeaders = {} }: ServedFiles,
  fallback: string,
  prefix?: Prefix,
) {
  const text = await readFile(join(directory, fallback), 'utf8');
  const page = rewrite?.(text) ?? text;
  const etag = `"${sha256(page).slice(0, 27)}"`;
  return (request: FastifyRequest, reply: FastifyReply) => {
    const isPrefixed = (prefix?.of(request.raw) ?? '') !== '';
    if (!rewrite && !isPrefixed) return reply.sendFile(fallback);
    void reply.headers({
      'cache-control': cachingOf(fallback),
      ...(!isPrefixed && { etag }),
      ...pageHeaders,
    });
    if (!isPrefixed && request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('text/html; charset=utf-8').send(page);
  };
}

function serveNotice(app: FastifyInstance, { prefix, aliases = {}, missing }: ServedFiles): void {
  for (const path of [`${prefix}*`, ...Object.keys(aliases)]) {
    app.get(path, async (_request, reply) =>
      reply
        .code(503)
        .headers({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' })
        .send(missing),
    );
  }
}

/** File name of the build: no dot segments, an extension. */
const fileName = /^(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)+$/;

/** The bundler ends names with eight characters of a hash: `markdown-Bq3x_9Ka.js`. */
const hashed = /-[\w-]{8}\.\w+$/;

const cachingOf = (name: string) =>
  hashed.test(name) ? 'public, max-age=31536000, immutable' : 'public, no-cache';

/** Ending of a compressed copy. */
const compressed = /\.(?:br|gz)$/;

const crossOriginHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

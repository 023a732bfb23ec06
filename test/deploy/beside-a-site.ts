import { readFile } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import { join } from 'node:path';
import { projectRoot } from '../source-files.ts';
import { listen } from '../fakes/listen.ts';

/** The paths that the nginx configuration for a site of its own hands over to Docent, with the console at this path. */
export async function handedOver(consolePath = '/console'): Promise<RegExp> {
  const nginx = await readFile(join(projectRoot, 'deploy', 'nginx', 'site.conf'), 'utf8');
  const [, pattern] = /location ~ (\S+) \{/.exec(nginx) ?? [];
  if (pattern === undefined) throw new Error('No location for Docent in site.conf');
  return new RegExp(
    pattern.replaceAll('console/|console$', `${consolePath.slice(1)}/|${consolePath.slice(1)}$`),
  );
}

/** A site and Docent under one origin, as that configuration puts them there. Whatever is not Docent's is a page of the site. */
export async function startBeside(
  docent: string,
  consolePath?: string,
): Promise<AsyncDisposable & { readonly origin: string }> {
  const ours = await handedOver(consolePath);
  return startProxy(docent, (path) => (ours.test(path) ? '' : undefined));
}

/** A site with Docent below a path, which the proxy cuts off and names. */
export const startBelow = (docent: string, prefix: string) =>
  startProxy(docent, (path) => (path.startsWith(`${prefix}/`) ? prefix : undefined));

/** Hands over what `prefixOf` gives a prefix for, without that prefix. */
async function startProxy(docent: string, prefixOf: (path: string) => string | undefined) {
  const to = new URL(docent);
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '/').split('?', 1)[0] ?? '/';
    const prefix = prefixOf(path);
    if (prefix === undefined) {
      outgoing.writeHead(path === '/' ? 200 : 404, { 'content-type': 'text/html' });
      outgoing.end('<!doctype html><html lang="en"><title>The site</title><h1>The site</h1>');
      return;
    }
    const forwarded = send(
      {
        host: to.hostname,
        port: to.port,
        method: incoming.method,
        path: incoming.url?.slice(prefix.length),
        headers: {
          ...incoming.headers,
          'x-forwarded-for': incoming.socket.remoteAddress ?? '',
          'x-forwarded-prefix': prefix,
        },
      },
      (reply) => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(outgoing);
      },
    );
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  return listen(server);
}

import { consolePages, ownGroups, specGroups } from '../../contract/api.ts';
import { pathSessionCookie, secureSessionCookie, sessionCookie } from '../../contract/account.ts';
import type { Group } from '../../contract/endpoint.ts';
import { docs } from '../../contract/system.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { serviceVersion } from '../kit/version.ts';
import { implement, type Document } from './implement.ts';
import { operationOf, type Operation } from './openapi/operation.ts';
import { docsPage } from './openapi/page.ts';
import { failureComponents } from './openapi/failures.ts';
import { withExample } from './openapi/examples.ts';
import { referencesIn } from './openapi/references.ts';
import { createSchemas } from './openapi/schemas.ts';
import { tagsOf } from './openapi/tags.ts';
import { pathsOf } from './routing/paths.ts';
import type { OpenApi } from './openapi/document.ts';

const groups: readonly Group[] = [...specGroups, ...ownGroups];

/** OpenAPI description of every operation, generated from the schemas that the service parses and checks with. */
export function openApiDocument(consolePath: string = consolePages, server = '/'): OpenApi {
  const schemas = createSchemas();
  const paths: Record<string, Record<string, Operation>> = {};
  for (const group of groups) {
    for (const [name, endpoint] of Object.entries(group.endpoints)) {
      const all = pathsOf(group, endpoint, consolePath).map((path) => path.replace('*}', '}'));
      all.forEach((path, index) => {
        const place = (paths[path] ??= {});
        const twin = index === 0 ? '' : (group.also ?? 'v2');
        const operation = operationOf(group, { name, endpoint, twin }, schemas);
        // What answers at a second address answers the same.
        place[endpoint.method.toLowerCase()] = withExample(operation, endpoint.method, all[0] ?? path);
      });
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Docent',
      version: serviceVersion,
      description: packageJson.description,
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: [{ url: server }],
    tags: tagsOf(groups),
    paths,
    components: {
      schemas: { ...failureComponents(referencesIn(paths)), ...schemas.components },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: "The operator's token, or one made in the console",
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie,
          description: `Set by POST /login; under https it is called ${secureSessionCookie}, below a path ${pathSessionCookie}`,
        },
      },
    },
  };
}

/** Serves the description as JSON and as a page; each is generated at its first request. */
export function docsRoutes(consolePath?: string) {
  const made = new Map<string, Document>();
  const once = (name: string, make: () => Document): Document => {
    const document = made.get(name) ?? make();
    made.set(name, document);
    return document;
  };
  return implement(docs, {
    openapi: async (_input, { origin }) => {
      const { pathname } = new URL(origin);
      return pathname === '/'
        ? once('openapi', () => documentFile(consolePath, '/'))
        : documentFile(consolePath, pathname);
    },
    page: async ({ query }, context) => {
      const language = query.lang ?? context.language;
      return once(language, () => docsPage(openApiDocument(consolePath), language));
    },
  });
}

const documentFile = (consolePath: string | undefined, server: string): Document => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body: JSON.stringify(openApiDocument(consolePath, server)),
  headers: { 'cache-control': 'public, no-cache', 'access-control-allow-origin': '*' },
});

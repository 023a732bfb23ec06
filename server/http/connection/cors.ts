import type { FastifyRequest } from 'fastify';
import { publicPrefix } from '../../../contract/api.ts';
import { mcp } from '../../../contract/integrations.ts';
import type { Origins } from '../origins.ts';

const publicStart = publicPrefix.slice(0, publicPrefix.indexOf('.') + 1);

/**
 * CORS for visitors' pages, which live on other origins, and for programs in pages of allowed origins that speak the Model Context
 * Protocol; the console and site pages get none. No cookie is ever read there.
 */
export async function corsOf(request: FastifyRequest, origins: Pick<Origins, 'isKnown'> | undefined) {
  const { url } = request;
  const speaksMcp = mcpPaths.includes(url.split('?', 1)[0] ?? '');
  return {
    origin: url.startsWith(publicStart) ? '*' : speaksMcp && ((await origins?.isKnown(request)) ?? false),
    methods: speaksMcp ? ['GET', 'POST', 'DELETE'] : ['GET', 'HEAD', 'POST'],
    exposedHeaders: ['retry-after', 'x-request-id', ...(speaksMcp ? ['mcp-session-id'] : [])],
    maxAge: 86_400,
    strictPreflight: false,
  };
}

const mcpPaths: readonly string[] = Object.values(mcp.endpoints).map(({ path }) => path);

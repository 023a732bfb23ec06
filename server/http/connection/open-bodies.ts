import type { FastifyReply, FastifyRequest } from 'fastify';
import { explained } from '../../kit/explained.ts';
import { Fault } from '../../kit/fault.ts';
import { clientNetworks } from '../../kit/ip-networks.ts';
import { clientOf } from '../client-address.ts';

/** Bodies of this size are always read; questions are shorter. */
const smallBytes = 16 * 1024;
/** Bytes that all bodies may announce which are being read at the same time, and those of one client. */
const maxBytes = 64 * 1024 * 1024;
const maxOfClient = 16 * 1024 * 1024;

/**
 * Limits what large bodies take while they are being read: a client that announces many and sends them slowly, or never to their end, would
 * otherwise fill the memory.
 */
export function createOpenBodies() {
  let open = 0;
  const byClient = new Map<string, number>();

  const add = (client: string, bytes: number): void => {
    open += bytes;
    const ofClient = (byClient.get(client) ?? 0) + bytes;
    if (ofClient > 0) byClient.set(client, ofClient);
    else byClient.delete(client);
  };

  return {
    /** Counts a body of at most `limit` bytes until it is read. Throws `limited` when too much is being read. */
    admit(request: FastifyRequest, reply: FastifyReply, limit: number): void {
      const bytes = Math.min(announced(request), limit);
      if (bytes <= smallBytes) return;
      const client = clientNetworks(clientOf(request).address)[0].key;
      if (open + bytes > maxBytes || (byClient.get(client) ?? 0) + bytes > maxOfClient) {
        // The rest of the body is not read.
        reply.header('connection', 'close');
        throw new Fault('limited', explained('large_bodies'), { retryAfterSeconds: 5 });
      }
      add(client, bytes);
      let isCounted = true;
      const ended = () => {
        if (isCounted) add(client, -bytes);
        isCounted = false;
      };
      request.raw.once('end', ended).once('close', ended);
    },
  };
}

/** Bytes of the body by its header; any number for one that is sent in pieces of unknown size. */
function announced({ headers }: FastifyRequest): number {
  if (headers['transfer-encoding'] !== undefined) return Infinity;
  const length = Number(headers['content-length'] ?? 0);
  return Number.isFinite(length) ? length : Infinity;
}

import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from '../kit/ip-networks.ts';
import type { Visitor } from './implement.ts';

/** Longest stored user agent; browsers' are shorter. */
const userAgentLength = 400;

/** The visitor as trusted proxies describe it; `X-Forwarded-For` of anybody else is ignored. */
export const clientOf = (request: FastifyRequest): Visitor => ({
  address: addressOf(request),
  userAgent: (request.headers['user-agent'] ?? '').slice(0, userAgentLength),
});

/** IP address of the client, `unknown` when the socket is already closed. */
function addressOf(request: FastifyRequest): string {
  const socketAddress: string | undefined = request.socket.remoteAddress;
  return (
    [request.ip, socketAddress].map((text) => ipAddressIn(text ?? '')).find((text) => text !== '') ??
    'unknown'
  );
}

/** IP address without the prefix of dual-stack sockets and without the port that some gateways append; `''` if none. */
function ipAddressIn(text: string): string {
  const bare = text.replace(/^\[(.*)\](?::\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  const address = plainAddress(bare);
  return isIP(address) === 0 ? '' : address;
}

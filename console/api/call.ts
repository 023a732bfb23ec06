import { ApiError, valueOf } from '../../client/reply.ts';
import { initOf, pathOf, type RequestOf, type RequestParts } from '../../client/request.ts';
import type { Endpoint, Group, Reply } from '../../contract/endpoint.ts';
import { inService } from '../console-path.ts';
import { worded } from '../text/explanations/worded.ts';
import { language } from '../text/language-choice.ts';
import { noteSignedIn, renewSession } from './session.ts';

export { ApiError };

type OperationOf<G extends Group, K extends keyof G['endpoints']> = G['endpoints'][K];
/** The input of an operation of a group. */
export type AskedOf<G extends Group, K extends keyof G['endpoints']> = RequestOf<OperationOf<G, K>>;

/** The address of an operation with its path and query filled in. */
export const addressOf = <G extends Group>(
  group: G,
  name: keyof G['endpoints'] & string,
  parts: Pick<RequestParts, 'params' | 'query'> = {},
): string => inService(pathOf(group, endpointOf(group, name), parts));

export function endpointOf(group: Group, name: string): Endpoint {
  const endpoint = group.endpoints[name];
  if (!endpoint) throw new Error(`${group.name} has no operation ${name}`);
  return endpoint;
}

/** Sends a request as the signed-in administrator, and repeats it after an ended session was renewed. */
export async function send<G extends Group, K extends keyof G['endpoints'] & string>(
  group: G,
  name: K,
  asked: AskedOf<G, K>,
): Promise<Response> {
  const response = await reached(
    addressOf(group, name, asked),
    // Requests messages in the language of the console, not of the browser.
    initOf(endpointOf(group, name), asked, { 'accept-language': language.value, prefer: 'explanations' }),
  );
  if (response.status === 401) {
    await renewSession();
    asked.signal?.throwIfAborted();
    return send(group, name, asked);
  }
  noteSignedIn();
  return response;
}

/** A reply; errors of the network get a plain message instead of the browser's. */
async function reached(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    throw error instanceof TypeError ? new Error(unreachable[language.value], { cause: error }) : error;
  }
}

const unreachable = {
  en: 'Docent cannot be reached. Check the connection, and that it runs.',
  zh: '无法连接 Docent，请检查网络，并确认它正在运行。',
} as const;

/** Calls an operation and resolves with its reply; throws {@link ApiError} for every failure it reports. */
export async function call<G extends Group, K extends keyof G['endpoints'] & string>(
  group: G,
  name: K,
  asked: AskedOf<G, K> = {},
): Promise<Reply<OperationOf<G, K>>> {
  const value = await valueOf(await send(group, name, asked), endpointOf(group, name).errors);
  return value as Reply<OperationOf<G, K>>;
}

/** The message of any error in the language of the console. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? worded(error.message, error instanceof ApiError ? error.explanation : undefined)
    : String(error);

import { specGroupsByName } from '../contract/api.ts';
import { modelOptions } from '../contract/model-options.ts';
import { installation, system } from '../contract/system.ts';
import { operationsOf, type ClientOptions } from './operations.ts';
import type { Operation } from './typed.ts';

export { ApiError } from './reply.ts';
export type { ClientOptions } from './operations.ts';
export type { EventsOf, ReplyOf, RequestOf } from './typed.ts';
export type { StreamEvent } from '../contract/events.ts';

const groups = { ...specGroupsByName, installation, modelOptions, system };
type Groups = typeof groups;

/** All operations by group and name: `client.chat.answer({ body: { message } })`. */
export type Client = {
  readonly [G in keyof Groups]: {
    readonly [K in keyof Groups[G]['endpoints']]: Operation<Groups[G]['endpoints'][K]>;
  };
};

/** Creates a client for browsers and Node. Operations throw {@link ApiError} for every reported failure. */
export function createClient(options: ClientOptions): Client {
  const entries = Object.entries(groups).map(([name, group]) => [name, operationsOf(group, options)]);
  // The mapped type `Client` describes what this loop builds.
  return Object.fromEntries(entries) as Client;
}

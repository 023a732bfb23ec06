import type { lookup, LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPrivateAddress } from '../private-address.ts';

/** DNS lookup that drops private addresses, unless they are allowed for the name; an error when no address is left. */
export const allowedLookup =
  (
    resolve: typeof lookup,
    rules: {
      readonly mayBePrivate: (hostname: string, found: readonly LookupAddress[]) => boolean;
      readonly refused: (hostname: string) => Error;
    },
  ): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error: Error | null, found: LookupAddress[]) => {
      if (error) return callback(error, []);
      const allowed = rules.mayBePrivate(hostname, found)
        ? found
        : found.filter((one) => !isPrivateAddress(one.address));
      const [first] = allowed;
      if (!first) return callback(rules.refused(hostname), []);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };

import { createHmac } from 'node:crypto';

const mark = 'hash:';

/** HMAC of an address: equal for the same visitor; without the key, addresses cannot be tried against it. A hash stays as it is. */
export const hashAddress = (address: string, key: string): string =>
  address.startsWith(mark)
    ? address
    : `${mark}${createHmac('sha256', key).update(address).digest('hex').slice(0, 16)}`;

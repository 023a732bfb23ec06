import { sha256 } from '../../../kit/ids.ts';
import { pagePath } from '../../../text/page-path.ts';

/** The key of an address in the index of paths: paths themselves may be longer than an entry of an index. */
export const pathKeyOf = (url: string): string => sha256(pagePath(url)).slice(0, 24);

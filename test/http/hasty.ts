import type { Patience } from '../../server/kit/waiting/patience.ts';

/** The patience of a request that has hardly any time left. */
export const hasty = (): Patience => ({
  includesSite: true,
  left: () => 50,
  begin: () => () => undefined,
  end: () => undefined,
});

import { siteChanges } from '../../../contract/site/site-changes.ts';
import { notFound } from '../../kit/fault.ts';
import { implement } from '../../http/implement.ts';
import type { Host } from '../../ports/host.ts';

/**
 * Change notifications of the platform. The host checks the signature and reads the articles again, whatever the body
 * says.
 */
export const siteChangeRoutes = ({ host }: { readonly host: Pick<Host, 'receiveHint'> }) =>
  implement(siteChanges, {
    push: async ({ body }, { headers }) => {
      if (!host.receiveHint) throw notFound('Connected platform');
      await host.receiveHint({ headers, body });
      return { accepted: true as const };
    },
  });

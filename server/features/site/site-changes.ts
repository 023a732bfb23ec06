import { siteChanges } from '../../../contract/site/site-changes.ts';
import { notFound } from '../../kit/fault.ts';
import { implement } from '../../http/implement.ts';
import type { Host } from '../../ports/host.ts';

/** Pushes of the platform. The host checks the signature and reads again; what the body says is only a hint. */
export const siteChangeRoutes = ({ host }: { readonly host: Pick<Host, 'receiveHint'> }) =>
  implement(siteChanges, {
    push: async ({ body }, { headers }) => {
      if (!host.receiveHint) throw notFound('A host that pushes changes');
      await host.receiveHint({ headers, body });
      return { accepted: true as const };
    },
  });

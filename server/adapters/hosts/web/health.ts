import { explained, type ListItem, type Words } from '../../../kit/explained.ts';
import type { HostHealth } from '../../../ports/host.ts';
import type { ClosedInterface } from '../platform.ts';

/** Why the front page was refused, and since when. */
export interface FrontClosed {
  readonly reason: Words;
  readonly since: string;
}

/** State of a site that answers. */
interface Reading {
  readonly closed?: ClosedInterface | undefined;
  /** Paths of the sitemaps that broke off. */
  readonly brokenLists: readonly string[];
  /** Pages left out, counted by reason. */
  readonly leftOut: readonly ListItem[];
  readonly frontClosed: FrontClosed | undefined;
  /** Key of a further source, which may be read with credentials; the site is read as everybody reads it. */
  readonly source?: string | undefined;
  readonly hasArticles: boolean;
}

/** Health of a site that answers, with what an administrator should know of it. */
export const healthOf = (reading: Reading): HostHealth => {
  const { closed, brokenLists, leftOut, frontClosed, hasArticles, source } = reading;
  if (frontClosed && !hasArticles)
    return {
      ok: false,
      reason: explained(frontCode(frontClosed.reason, source !== undefined), { reason: frontClosed.reason }),
      since: frontClosed.since,
    };
  const reason = withBroken(
    brokenLists,
    leftOut.length === 0 ? '' : explained('site_left_out', { list: leftOut }),
  );
  if (!closed) return { ok: true, reason };
  return {
    ok: true,
    reason:
      reason === ''
        ? explained('site_interface_closed', { ...closed })
        : explained('site_interface_closed_and', { ...closed, reason }),
  };
};

const frontCode = (reason: Words, isSource: boolean) => {
  if (showsNothing(reason)) return 'site_front_empty';
  return isSource ? 'source_front_closed' : 'site_front_closed';
};

const withBroken = ([path]: readonly string[], reason: Words): Words => {
  if (path === undefined) return reason;
  return reason === ''
    ? explained('site_list_broken', { path })
    : explained('site_list_broken_and', { path, reason });
};

const emptyPages: ReadonlySet<string> = new Set(['left_scripts', 'left_coming_soon']);

/** True when the page is open to everybody and shows nothing. */
export const showsNothing = (reason: Words): boolean =>
  typeof reason !== 'string' && emptyPages.has(reason.explanation.code);

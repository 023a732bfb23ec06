import { fieldsOf } from '../kit/coerce.ts';

/** The service's reply for an article: a map, none, or an unreadable reply. */
export type Fetched =
  | { readonly kind: 'map'; readonly markdown: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed' };

const path = 'apis/api.ai-suite.svc.run/v1alpha1/mindmap';
const patienceMs = 15_000;

/** Requests the map of an article; never throws. An aborted request counts as failed. */
export async function fetchMap(base: URL, postName: string, signal: AbortSignal): Promise<Fetched> {
  const url = new URL(path, base);
  url.searchParams.set('postName', postName);
  const abort = new AbortController();
  const leave = () => abort.abort();
  const timer = setTimeout(leave, patienceMs);
  signal.addEventListener('abort', leave, { once: true });
  try {
    const response = await fetch(url.href, { credentials: 'omit', signal: abort.signal });
    if (!response.ok) return { kind: 'failed' };
    const { markdown } = fieldsOf(await response.json());
    if (typeof markdown === 'string' && markdown.trim() !== '') return { kind: 'map', markdown };
    // The service's message is in the visitor's language; the block uses the page's.
    return { kind: 'none' };
  } catch {
    return { kind: 'failed' };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', leave);
  }
}

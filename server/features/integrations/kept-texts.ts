import { begunForAll, sharedWithSite } from '../../kit/waiting/patience.ts';
import type { ArticleHead } from '../../ports/host.ts';

/** Size of the cache in characters. */
const keptLength = 4_000_000;

/**
 * Cache of article texts by revision, since anybody may request all of them repeatedly; the host is read once per
 * revision.
 */
export function createKeptTexts(read: (head: ArticleHead) => Promise<string | undefined>) {
  const kept = new Map<string, { readonly revision: string; readonly text: string }>();
  const running = new Map<string, Promise<string | undefined>>();
  let length = 0;

  const forget = (id: string) => {
    length -= kept.get(id)?.text.length ?? 0;
    kept.delete(id);
  };

  const keep = (head: ArticleHead, text: string) => {
    forget(head.id);
    kept.set(head.id, { revision: head.revision, text });
    length += text.length;
    for (const id of kept.keys()) if (length > keptLength) forget(id);
  };

  const readOnce = async (head: ArticleHead): Promise<string | undefined> => {
    const text = await read(head);
    if (text === undefined) forget(head.id);
    else keep(head, text);
    return text;
  };

  /** Text of the article in this revision; `undefined` when it no longer exists. */
  return async (head: ArticleHead): Promise<string | undefined> => {
    const known = kept.get(head.id);
    if (known?.revision === head.revision) return known.text;
    const key = `${head.id} ${head.revision}`;
    const reading = running.get(key) ?? begunForAll(() => readOnce(head)).finally(() => running.delete(key));
    running.set(key, reading);
    return sharedWithSite(reading);
  };
}

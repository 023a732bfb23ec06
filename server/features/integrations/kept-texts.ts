import type { ArticleHead } from '../../ports/host.ts';

/** Characters that are kept. */
const keptLength = 4_000_000;

/**
 * Texts of articles by their revision. Anybody may ask for all of them at once, as often as he likes; the site is asked
 * for each text once, and again when it has changed.
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

  /** The text of an article that is listed just so; `undefined` when there is none any more. */
  return async (head: ArticleHead): Promise<string | undefined> => {
    const known = kept.get(head.id);
    if (known?.revision === head.revision) return known.text;
    const key = `${head.id} ${head.revision}`;
    const reading = running.get(key) ?? readOnce(head).finally(() => running.delete(key));
    running.set(key, reading);
    return reading;
  };
}

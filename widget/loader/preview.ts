import type { ChatElement } from './docent-chat.ts';
import { fieldsOf, textOf } from '../kit/coerce.ts';

export interface PreviewDeps {
  readonly chat: () => ChatElement | null;
  /** Origins whose pages may embed the preview: the site's own and the service's. */
  readonly origins: readonly string[];
  readonly signal: AbortSignal;
}

/**
 * On pages opened with `?ai-preview=1` the chat is open, and the embedding page may change its configuration and ask
 * a question by messages: `{type: 'ai-preview-config', payload}` and `{type: 'ai-preview-query', payload: {query,
 * intentRouteId}}`. Messages of other windows and origins are ignored. Nothing is stored.
 */
export function followPreview({ chat, origins, signal }: PreviewDeps): void {
  void chat()?.open();
  if (parent === window) return;
  addEventListener(
    'message',
    ({ source, origin, data }: MessageEvent<unknown>) => {
      if (source !== parent || !origins.includes(origin)) return;
      const { type, payload } = fieldsOf(data);
      const given = fieldsOf(payload);
      const query = textOf(given['query'], 4000);
      if (type === 'ai-preview-config') void chat()?.preview(given);
      else if (type === 'ai-preview-query' && query.trim())
        void chat()?.ask(query, { intentRouteId: textOf(given['intentRouteId'], 80) });
    },
    { signal },
  );
  // The embedding page may have sent its first message too early.
  for (const origin of origins) parent.postMessage({ type: 'ai-preview-ready' }, origin);
}

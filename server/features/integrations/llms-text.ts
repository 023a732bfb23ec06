import { llmsText } from '../../../contract/integrations.ts';
import { implement, type Document } from '../../http/implement.ts';
import { notFound } from '../../kit/fault.ts';
import type { ArticleHead, Host } from '../../ports/host.ts';
import type { Config } from '../config/config.ts';
import type { ArticleTexts } from './article-texts.ts';
import { siteAddress } from './site-address.ts';
import { withoutEnd } from '../../kit/scan/edges.ts';

interface Deps {
  readonly host: Pick<Host, 'describe'>;
  readonly config: Pick<Config, 'read'>;
  readonly texts: ArticleTexts;
}

/** Maximum characters of `/llms-full.txt`; larger sites have to be read article by article. */
const fullLength = 4_000_000;
const contentType = 'text/plain; charset=utf-8';

/** `/llms.txt` according to llmstxt.org: title, summary, links with one line each. Both texts are cached until an article changes. */
export const llmsTextRoutes = ({ config, host, texts }: Deps) => {
  let lastIndex: Made | undefined;
  let lastFull: Made | undefined;
  let isCollecting = false;
  const open = async (origin: string) => {
    const { llmsTextEnabled } = await config.read('integrations');
    if (!llmsTextEnabled) throw notFound('Page');
    const { heads, version } = await texts.listing();
    return { heads, version: `${version} ${origin} ${texts.siteTitle()}` };
  };
  return implement(llmsText, {
    index: async (_input, { origin }) => {
      const { heads, version } = await open(origin);
      if (lastIndex?.version === version) return lastIndex.document;
      const lines = heads.filter(({ url }) => url !== '').map((head) => lineOf(head, origin));
      const body = `# ${texts.siteTitle()}\n\n> The published articles of this site. Each link leads to the article as Markdown.\n\n${howToAsk}\n\n## Articles\n\n${lines.join('\n')}\n`;
      const document = textDocument(body, 'public, max-age=300');
      lastIndex = { version, document };
      return document;
    },
    full: async (_input, { origin, signal }) => {
      const { heads, version } = await open(origin);
      if (lastFull?.version === version) return lastFull.document;
      const parts = full(heads, origin, signal);
      if (isCollecting) return textDocument(parts, revalidated);
      const keep = (body: string) => (lastFull = { version, document: textDocument(body, revalidated) });
      return textDocument(collected(parts, keep), revalidated);
    },
  });

  async function* full(
    heads: readonly ArticleHead[],
    origin: string,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    let left = fullLength;
    const addressOf = siteAddress(host, origin);
    for (const head of heads) {
      signal.throwIfAborted();
      const text = await texts.markdown(head, origin);
      if (text === undefined) continue;
      const part = `${text}\nSource: ${addressOf(head.url)}\n\n---\n\n`;
      left -= part.length;
      if (left < 0) return yield 'The rest is left out for its size; see /llms.txt.\n';
      yield part;
    }
  }

  /** Passes on the parts and caches the whole text for the next client. Only one client at a time fills the cache. */
  async function* collected(
    parts: AsyncIterable<string>,
    keep: (whole: string) => unknown,
  ): AsyncGenerator<string> {
    const seen: string[] = [];
    isCollecting = true;
    try {
      for await (const part of parts) {
        seen.push(part);
        yield part;
      }
      keep(seen.join(''));
    } finally {
      isCollecting = false;
    }
  }
};

interface Made {
  /** Version of the content: depends on articles, origin and title. */
  readonly version: string;
  readonly document: Document;
}

const revalidated = 'public, no-cache';

const textDocument = (body: Document['body'], caching: string): Document => ({
  status: 200,
  contentType,
  body,
  headers: { 'cache-control': caching },
});

const howToAsk =
  'A question is answered from the articles, with sources, when it is added to one of these links: `?ask=` and the question, encoded for an address.';

function lineOf({ title, url, excerpt }: ArticleHead, origin: string): string {
  const about = excerpt.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  const name = title.replaceAll(/[[\]]/g, '');
  return `- [${name}](${origin}${withoutEnd(url, /\//)}.md)${about === '' ? '' : `: ${about}`}`;
}

import { llmsText } from '../../../contract/integrations.ts';
import { implement } from '../../http/implement.ts';
import { notFound } from '../../kit/fault.ts';
import type { ArticleHead } from '../../ports/host.ts';
import type { Config } from '../config/config.ts';
import type { ArticleTexts } from './article-texts.ts';
import { createKeptTexts } from './kept-texts.ts';

interface Deps {
  readonly config: Pick<Config, 'read'>;
  readonly texts: ArticleTexts;
}

/** Maximum characters of `/llms-full.txt`; larger sites have to be read article by article. */
const fullLength = 4_000_000;
const contentType = 'text/plain; charset=utf-8';

/** `/llms.txt` by llmstxt.org: title, summary, links with one line each. */
export const llmsTextRoutes = ({ config, texts }: Deps) => {
  const textOf = createKeptTexts((head) => texts.markdown(head));
  const open = async () => {
    const { llmsTextEnabled } = await config.read('integrations');
    if (!llmsTextEnabled) throw notFound('Page');
    return texts.heads();
  };
  return implement(llmsText, {
    index: async (_input, { origin }) => {
      const lines = (await open()).filter(({ url }) => url !== '').map((head) => lineOf(head, origin));
      const body = `# ${texts.siteTitle()}\n\n> The published articles of this site. Each link leads to the article as Markdown.\n\n## Articles\n\n${lines.join('\n')}\n`;
      return { status: 200, contentType, body, headers: { 'cache-control': 'public, max-age=300' } };
    },
    full: async (_input, { origin, signal }) => ({
      status: 200,
      contentType,
      body: full(await open(), origin, signal),
    }),
  });

  async function* full(
    heads: readonly ArticleHead[],
    origin: string,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    let left = fullLength;
    for (const head of heads) {
      signal.throwIfAborted();
      const text = await textOf(head);
      if (text === undefined) continue;
      const part = `${text}\nSource: ${origin}${head.url}\n\n---\n\n`;
      left -= part.length;
      if (left < 0) return yield 'The rest is left out for its size; see /llms.txt.\n';
      yield part;
    }
  }
};

function lineOf({ title, url, excerpt }: ArticleHead, origin: string): string {
  const about = excerpt.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
  const name = title.replaceAll(/[[\]]/g, '');
  return `- [${name}](${origin}${url.replace(/\/+$/, '')}.md)${about === '' ? '' : `: ${about}`}`;
}

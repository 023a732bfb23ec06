import type { McpServer } from '@modelcontextprotocol/server';
import { percentDecoded } from '../../../text/percent-decoded.ts';
import type { ArticleTexts } from '../article-texts.ts';
import type { Parts } from './serve.ts';

/** Maximum of resources in the list; others are found by search. */
const maxListed = 200;

const markdown = 'text/markdown';

/** Adds the public articles as resources, the newest in the list. */
export function addArticles(
  server: McpServer,
  { ResourceTemplate, ResourceNotFoundError }: Parts,
  { texts, origin }: { readonly texts: ArticleTexts; readonly origin: string },
): void {
  const list = async () => {
    const { heads } = await texts.listing();
    return {
      resources: heads.slice(0, maxListed).map(({ id, title, excerpt }) => ({
        uri: addressOf(id),
        name: title,
        title,
        mimeType: markdown,
        ...(excerpt !== '' && { description: excerpt }),
      })),
    };
  };
  server.registerResource(
    'article',
    new ResourceTemplate(`${scheme}{id}`, { list }),
    { title: 'Articles', description: 'A public article of the site as Markdown', mimeType: markdown },
    async (uri) => {
      const head = await texts.at(percentDecoded(uri.href.slice(scheme.length)));
      const text = head && (await texts.markdown(head, origin));
      if (text === undefined) throw new ResourceNotFoundError(uri.href, 'There is no such article');
      return { contents: [{ uri: uri.href, mimeType: markdown, text }] };
    },
  );
}

const scheme = 'docent://article/';
const addressOf = (id: string) => scheme + encodeURIComponent(id);

import type { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import type { ArticleTexts } from '../article-texts.ts';

/** Maximum of resources in the list; others are found by search. */
const maxListed = 200;

const markdown = 'text/markdown';

/** Adds the public articles as resources, the newest in the list. */
export function addArticles(
  server: McpServer,
  Template: typeof ResourceTemplate,
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
    new Template(`${scheme}{id}`, { list }),
    { title: 'Articles', description: 'A public article of the site as Markdown', mimeType: markdown },
    async (uri) => {
      const head = await texts.at(decodeURIComponent(uri.href.slice(scheme.length)));
      const text = head && (await texts.markdown(head, origin));
      if (text === undefined) throw new RangeError('There is no such article');
      return { contents: [{ uri: uri.href, mimeType: markdown, text }] };
    },
  );
}

const scheme = 'docent://article/';
const addressOf = (id: string) => scheme + encodeURIComponent(id);

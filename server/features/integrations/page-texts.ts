import type { Document, RequestContext } from '../../http/implement.ts';
import type { Config } from '../config/config.ts';
import type { ArticleTexts } from './article-texts.ts';
import { askedPage, type AskedPageDeps } from './asked-page.ts';

interface Deps extends AskedPageDeps {
  readonly config: Pick<Config, 'read'>;
}

/** Texts for programs at the pages of articles. `undefined` when there is no such public article, or `integrations.llmsTextEnabled` is off. */
export function pageTexts(deps: Deps, texts: ArticleTexts) {
  const isOpen = async () => (await deps.config.read('integrations')).llmsTextEnabled;
  const headAt = async (path: string) => ((await isOpen()) ? texts.at(path) : undefined);
  return {
    isOpen,
    /** The article as Markdown. Its last lines explain how to ask a question, if visitors may. */
    async markdown(path: string, { origin }: Pick<RequestContext, 'origin'>): Promise<Document | undefined> {
      const head = await headAt(path);
      const text = head && (await texts.markdown(head, origin));
      if (text === undefined) return undefined;
      const { allowGuest } = await deps.config.read('chat');
      return {
        status: 200,
        contentType: 'text/markdown; charset=utf-8',
        body: allowGuest ? text + noteFor(`${origin}${path}.md`, origin) : text,
        headers: { 'cache-control': 'public, no-cache', vary: 'accept' },
      };
    },
    /** The answer to a question in the address of the article's Markdown. */
    async answer(path: string, question: string, context: RequestContext): Promise<Document | undefined> {
      const head = await headAt(path);
      return head && askedPage(deps, { head, question, context });
    },
  };
}

const noteFor = (address: string, origin: string) =>
  `\n---\n\nTo ask about this page or the rest of the site, add a question to this address: \`${address}?ask=<question>\`. All pages: ${origin}/llms.txt\n`;

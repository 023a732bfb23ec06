import { mcp } from '../../../../contract/integrations.ts';
import { implement, type Document, type RequestContext } from '../../../http/implement.ts';
import { notFound } from '../../../kit/fault.ts';
import type { Config } from '../../config/config.ts';
import { admitMessages } from './admission.ts';
import { addArticles } from './resources.ts';
import { createMcpServing } from './serve.ts';
import { addTools, type ToolDeps } from './tools.ts';

interface Deps extends ToolDeps {
  readonly config: Pick<Config, 'read'>;
  readonly version: string;
}

/** The site for everybody's programs. `ask` is limited and logged like a visitor's question. */
export const mcpRoutes = (deps: Deps) => {
  const answer = createMcpServing({
    name: 'docent',
    title: deps.texts.siteTitle,
    version: deps.version,
    instructions: () => instructions(deps.texts.siteTitle()),
    add: (server, parts, context) => {
      addTools(server, deps, context);
      addArticles(server, parts, { texts: deps.texts, origin: context.origin });
    },
  });
  const serve = async (method: string, body: unknown, context: RequestContext): Promise<Document> => {
    const { mcpEnabled } = await deps.config.read('integrations');
    if (!mcpEnabled) throw notFound('Page');
    const refused = await admitMessages(body, () => deps.search.admit(context.visitor.address));
    return refused ?? answer(method, body, context);
  };
  return implement(mcp, {
    message: ({ body }, context) => serve('POST', body, context),
    listen: (_input, context) => serve('GET', undefined, context),
    end: (_input, context) => serve('DELETE', undefined, context),
  });
};

const instructions = (site: string) =>
  `Questions about "${site}" are answered from its own articles: ask gives an answer with sources, search finds articles, read_article reads one whole. Cite the addresses that come with an answer.`;

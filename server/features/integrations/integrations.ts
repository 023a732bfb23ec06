import type { Log } from '../../ports/log.ts';
import type { Answer, RemarkOn } from '../chat/chat.ts';
import type { Config } from '../config/config.ts';
import type { VisitorSearch } from '../search/search.ts';
import { articleTexts, type ArticleTextDeps } from './article-texts.ts';
import { llmsTextRoutes } from './llms-text.ts';
import { mcpRoutes } from './mcp.ts';
import { openAiRoutes } from './openai.ts';
import { pageTexts } from './page-texts.ts';

export interface IntegrationsDeps extends ArticleTextDeps {
  readonly config: Pick<Config, 'read'>;
  readonly answer: Answer;
  readonly remarkOn: RemarkOn;
  readonly search: VisitorSearch;
  readonly version: string;
  readonly now: () => number;
  readonly log: Log;
}

/** Access for programs: MCP, OpenAI's API, and articles as plain text. */
export function createIntegrations(deps: IntegrationsDeps) {
  const texts = articleTexts(deps);
  return {
    routes: [mcpRoutes({ ...deps, texts }), llmsTextRoutes({ ...deps, texts }), openAiRoutes(deps)],
    pageTexts: pageTexts(deps, texts),
  };
}

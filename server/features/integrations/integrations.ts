import type { Implementation } from '../../http/implement.ts';
import type { Log } from '../../ports/log.ts';
import type { Answer, RemarkOn } from '../chat/chat.ts';
import type { Config } from '../config/config.ts';
import type { VisitorSearch } from '../search/search.ts';
import { articleTexts, type ArticleTextDeps } from './article-texts.ts';
import { llmsTextRoutes } from './llms-text.ts';
import { mcpAnalyticsRoutes } from './mcp/analytics.ts';
import { mcpRoutes } from './mcp/visitors.ts';
import { openAiRoutes } from './openai.ts';
import { pageTexts } from './page-texts.ts';

export interface IntegrationsDeps extends ArticleTextDeps {
  readonly config: Pick<Config, 'read'>;
  readonly answer: Answer;
  readonly remarkOn: RemarkOn;
  readonly search: VisitorSearch;
  /** The operations that are offered as tools to the owner's programs. */
  readonly operations: readonly Implementation[];
  readonly version: string;
  readonly now: () => number;
  readonly log: Log;
}

/** Access for programs: MCP, OpenAI's API, and articles as plain text. */
export function createIntegrations(deps: IntegrationsDeps) {
  const texts = articleTexts(deps);
  return {
    routes: [
      mcpRoutes({ ...deps, texts }),
      mcpAnalyticsRoutes({ ...deps, siteTitle: texts.siteTitle }),
      llmsTextRoutes({ ...deps, texts }),
      openAiRoutes(deps),
    ],
    pageTexts: pageTexts(deps, texts),
  };
}

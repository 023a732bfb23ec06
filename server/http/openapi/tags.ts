import type { Group } from '../../../contract/endpoint.ts';

/** The purpose of each group of operations by the group's name; for those of administrators also by its prefix. */
const descriptions: Readonly<Record<string, string>> = {
  chat: 'Questions of visitors and their feedback',
  'widget-config': 'What a page needs to show the widget',
  sharing: 'Conversations that visitors share by a link',
  search: 'The search box and its answers',
  mindmap: 'Mind maps of articles, as visitors see them',
  'console config': 'Settings, and tests of the models that they name',
  'console debug-chat': 'An answer with every stage of its way',
  'console knowledge': 'The index: rebuilds, articles and their passages',
  'console excerpts': 'Excerpts that a model writes for articles',
  'console mindmap': 'Making and deleting mind maps',
  'console writing': 'Writing help for authors',
  'console evaluations': 'Datasets of questions, and runs that grade the answers to them',
  'console intent-routes': 'Questions that are answered with article cards from the data of the site',
  'console curated-answers': 'Questions that are answered in the owner’s own words',
  'console answer-cache': 'Answers of the language model that are given again to the same question',
  'console usage': 'Model calls, tokens and costs; ceilings and limits of visitors',
  'console chat-logs': 'Questions, answers and ratings that were logged',
  'console shared-conversations': 'Which conversations are shared by a link, and ending that',
  'console agent': 'The search for questions that the site leaves open',
  'console pets': 'Drawing, reviewing and publishing pets',
  'console account': 'The password, and access tokens for programs',
  'console changes': 'Who has changed what, and taking it back',
  'console connected-models': 'Connecting models in the console',
  'console notices': 'Notices to a webhook and a mail address',
  'console connected-site': 'Connecting the site in the console',
  'console sources': 'Further sites and folders beside the site',
  session: 'Signing in and out of the console',
  'console installation': 'The state of the installation, and a backup of its database',
  'console doctor': 'A check of the whole installation',
  'proxy-probe': 'A short stream that shows whether a proxy passes streams on',
  'console debug-search': 'The search box without being counted as a visitor',
  'console model-options': 'Models that can be chosen',
  related: 'Articles to read next',
  'pet-skins': 'Pictures of the built-in pets',
  mcp: 'The Model Context Protocol',
  'mcp-analytics': 'The Model Context Protocol for the owner’s figures',
  'llms-text': 'The site as plain text for language models',
  openai: 'The interface of OpenAI; needs an access token',
  'site-changes': 'Notices of the platform that articles have changed',
  site: 'Pages of the embedded site',
  system: 'Health and metrics',
  docs: 'This description',
  handbook: 'The handbook of this version',
};

/** Name of the tag of a group's operations. */
export const tagOf = ({ prefix, name }: Pick<Group, 'prefix' | 'name'>): string =>
  prefix === 'console' ? `console ${name}` : kebab(name);

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export interface Tag {
  readonly name: string;
  readonly description: string;
}

/** The tags of groups, each once. Throws RangeError for a group without a description. */
export const tagsOf = (groups: readonly Group[]): Tag[] =>
  [...new Set(groups.map(tagOf))].map((name) => {
    const description = descriptions[name];
    if (description === undefined) throw new RangeError(`the group ${name} is not described`);
    return { name, description };
  });

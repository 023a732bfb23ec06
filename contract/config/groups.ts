import { z } from 'zod';
import {
  choice,
  color,
  configLimits,
  decimal,
  link,
  model,
  origins,
  ownColor,
  pathRules,
  prompt,
  text,
  texts,
  toggle,
  whole,
  wholeOrNone,
} from './fields.ts';
import { Revisions } from './revisions.ts';
import { shortcutItems } from './shortcuts.ts';

const { textLength } = configLimits;

const pageThemes = ['inherit', 'auto', 'system', 'light', 'dark'] as const;

const widgetIcons = [
  'ri-sparkling-2-line',
  'ri-chat-3-line',
  'ri-robot-2-line',
  'ri-message-2-line',
  'ri-customer-service-2-line',
  'ri-question-answer-line',
  'ri-shining-line',
  'ri-lightbulb-line',
  'ri-send-plane-line',
  'ri-thumb-up-line',
  'ri-heart-line',
  'ri-star-line',
] as const;

const models = z.object({
  aiFoundationChatModelName: model('Language model; empty = the default language model'),
  aiFoundationEmbeddingModelName: model('Embedding model; empty = the default embedding model'),
  aiFoundationRerankModelName: model('Rerank model; empty = the default rerank model'),
  aiFoundationQueryRewriteModelName: model('Model that rewrites questions; empty = the language model'),
  embeddingDimensions: whole(256, 4096, 1024, 'Size of the vectors; a change needs a full rebuild'),
  rerankEnabled: toggle(false, 'A rerank model may be used'),
  queryRewriteEnabled: toggle(false, 'Questions may be rewritten by a model'),
});

const chunking = z.object({
  chunkMode: choice(
    ['auto', 'custom'],
    'auto',
    'auto cuts at headings and paragraphs, custom at the separator',
  ),
  chunkSize: whole(100, 2000, 500, 'Characters a passage aims at'),
  chunkOverlap: whole(0, 500, 50, 'Characters repeated from the passage before; kept below chunkSize'),
  chunkSeparator: text(textLength, '\n\n', 'Where custom mode cuts'),
  markdownHeadingAware: toggle(true, 'Cut at headings (auto mode)'),
  sentenceAware: toggle(true, 'Prefer to cut at the end of a sentence'),
  cleanWhitespace: toggle(true, 'Tidy up blanks and empty lines'),
  minChunkSize: whole(0, 300, 50, 'Shorter passages join the one before'),
  autoKeywords: toggle(false, 'Let the language model name keywords of each passage'),
  autoKeywordsCount: whole(1, 10, 3, 'Keywords per passage'),
  keywordsMaxTokens: whole(512, 32_768, 2048, 'Input tokens one keyword request may use'),
  keywordsBatchSize: whole(1, 4, 1, 'Keyword requests at once'),
  readDocuments: toggle(true, 'PDF, DOCX and EPUB files of the site are read as articles'),
});

const retrieval = z.object({
  searchMode: choice(
    ['hybrid', 'vector', 'keyword'],
    'hybrid',
    'What finds passages: words, vectors, or both',
  ),
  semanticWeight: decimal(
    0,
    1,
    0.7,
    'How much the vectors count: 0.7 as learned, 0 words only, 1 vectors only',
  ),
  topK: whole(1, 100, 20, 'Passages each leg recalls'),
  similarityThreshold: decimal(
    0,
    1,
    0.5,
    'Least similarity: absolute for vectors, else a share of the best score',
  ),
  topN: whole(1, 20, 5, 'Passages that reach the model'),
  showReferences: toggle(true, 'The widget shows the sources of an answer'),
  caution: choice(
    ['careful', 'balanced', 'open'],
    'balanced',
    'How sure it must be that the site answers before an answer is given',
  ),
  noMatchBehavior: choice(
    ['continue', 'fixed_reply'],
    'continue',
    'What happens when the site has nothing on it',
  ),
  noMatchReply: text(
    2000,
    '抱歉，本站没有找到相关内容。\nSorry, nothing on this site answers that.',
    'The fixed reply; no model is called for it',
  ),
  unsupportedAnswer: choice(
    ['replace', 'keep'],
    'replace',
    'What happens to a text of the model of which no article supports anything: left out, or shown under a heading',
  ),
  judgeMarks: toggle(
    false,
    'A second look at marks that words leave undecided: one more short call of the language model per such answer',
  ),
});

const enhancement = z.object({
  queryRewriteToggle: toggle(false, 'Rewrite the question before the search'),
  queryRewritePrompt: prompt('Instructions for rewriting; empty = built-in'),
  queryRewriteWithHistory: toggle(true, 'Show the last turns to the rewriter'),
  keepOriginalQuery: toggle(false, 'Search the original wording as well'),
  hydeEnabled: toggle(false, 'Search with a hypothetical answer'),
  hydePrompt: prompt('Instructions for the hypothetical answer; empty = built-in'),
  rerankToggle: toggle(false, 'Rerank what was found'),
  rerankScoreThreshold: decimal(0, 1, 0, 'Reranked passages below this score are dropped'),
  rerankTopN: whole(1, 20, 5, 'Passages kept after reranking'),
  crossLanguageEnabled: toggle(false, 'Search a translation of the question too'),
  crossLanguageTargets: text(
    100,
    'en',
    'Languages to translate to: zh, en, ja, ko, de, fr, separated by commas',
  ),
  crossLanguageMaxResults: whole(1, 20, 5, 'Passages a translation may add'),
  furtherSearches: toggle(
    false,
    'The language model may ask for up to two more searches, for questions that compare or list: one more short call per question',
  ),
});

const chat = z.object({
  systemPrompt: prompt('Instructions for the answer; {knowledge} is where the passages go'),
  temperature: decimal(0, 1, 0.7, 'How freely the model words an answer'),
  maxTokens: whole(256, 8192, 2048, 'Tokens an answer may have'),
  answerCacheHours: whole(
    0,
    720,
    0,
    'Hours that an answer of a language model is given again to the same question; 0 = each is written anew',
  ),
  historyTurns: whole(0, 20, 5, 'Earlier turns the model sees'),
  streamOutput: toggle(true, 'The widget shows the answer as it is written'),
  allowVisitorReasoning: toggle(true, 'Visitors may choose to see the reasoning'),
  reasoningDefaultEnabled: toggle(false, 'Reasoning is on unless the visitor says otherwise'),
  showRetrievalStatus: toggle(true, 'The widget shows what was found while it waits'),
  widgetPosition: choice(['right-bottom', 'left-bottom'], 'right-bottom', 'Corner of the button'),
  widgetThemeColor: color('#5387C4', 'Colour of the widget'),
  widgetIcon: choice(widgetIcons, 'ri-chat-3-line', 'Icon of the button'),
  widgetTriggerSize: whole(28, 64, 48, 'Size of the button in pixels'),
  widgetTriggerLabel: text(4, '', 'Up to four characters in place of the icon'),
  widgetTheme: choice(['auto', 'system', 'light', 'dark'], 'auto', 'Light or dark; auto follows the page'),
  welcomeMessage: text(
    textLength,
    '你好，想了解本站的什么内容？\nHi! What would you like to know about this site?',
    'Greeting of an empty conversation',
  ),
  shortcutQuestions: text(4000, '', 'One question per line; read only while shortcutItems is empty'),
  shortcutItems,
  widgetWidth: whole(300, 600, 400, 'Width of the window in pixels'),
  widgetHeight: whole(400, 800, 600, 'Height of the window in pixels'),
  widgetTriggerAlign: choice(['auto', 'manual'], 'auto', 'auto keeps clear of other buttons of the page'),
  widgetTriggerOffsetY: whole(16, 240, 125, 'Pixels from the bottom (manual)'),
  widgetTriggerOffsetX: whole(0, 120, 17, 'Pixels from the side (manual)'),
  widgetTriggerShape: choice(['square', 'rounded', 'circle'], 'circle', 'Shape of the button'),
  allowGuest: toggle(true, 'Visitor chat is open; off refuses everybody'),
  showPrivacyTip: toggle(false, 'The widget shows a privacy note'),
  rememberConversations: toggle(
    true,
    "The visitor's browser keeps conversations for 30 days; off = until the tab is closed",
  ),
  shareConversations: toggle(
    false,
    'Visitors may share a conversation by a link that shows it to whoever has it',
  ),
  smallTalkEnabled: toggle(
    true,
    'Greetings and questions about the assistant get a fixed reply, without a model',
  ),
  greetingReply: text(1000, '', 'Reply to a greeting; {site} is filled in; empty = built-in'),
  thanksReply: text(1000, '', 'Reply to thanks; empty = built-in'),
  goodbyeReply: text(1000, '', 'Reply to a goodbye; empty = built-in'),
  aboutReply: text(1000, '', 'Reply to "who are you"; {site} is filled in; empty = built-in'),
  helpReply: text(1000, '', 'Reply to "what can you do"; {site} is filled in; empty = built-in'),
  contactUrl: link('Where visitors turn when nothing was found; empty = nowhere'),
  contactLabel: text(80, '', "Words of that link; empty = the widget's own"),
  widgetTexts: texts('Own wording of the widget by text key'),
});

const excerpt = z.object({
  enabled: toggle(false, 'Write an excerpt when an article without one is published'),
  maxLength: whole(50, 500, 160, 'Characters an excerpt may have'),
  maxInputLength: whole(500, 20_000, 3000, 'Characters of the article that are read'),
  temperature: decimal(0, 1, 0.3, 'How freely the model words an excerpt'),
  maxTokens: whole(64, 8192, 512, 'Tokens an excerpt may use'),
  prompt: prompt('Instructions; {maxLength} and {content} are filled in; empty = built-in'),
});

const writing = z.object({
  enabled: toggle(true, 'Writing assistance is on'),
  writingModel: model('Model for writing; empty = the language model'),
  outlineTemperature: decimal(0.1, 0.8, 0.3, 'How freely the model words an outline'),
  outlineSections: whole(3, 12, 6, 'Sections of an outline'),
  outlineDepth: whole(1, 3, 1, 'Levels of an outline'),
  outlineNumbering: choice(
    ['chinese', 'chinese-paren', 'arabic', 'roman', 'none'],
    'chinese',
    'Numbers of the top headings',
  ),
  outlineExtraPrompt: prompt('Further wishes for outlines'),
  maxInputLength: whole(100, 50_000, 6000, 'Characters a request may carry'),
  maxTokens: whole(256, 8192, 2048, 'Tokens a result may have'),
});

const search = z.object({
  enabled: toggle(true, 'Site search is on'),
  showAiAnswer: toggle(true, 'Search shows an answer above the results'),
  resultCount: whole(1, 30, 10, 'Articles a search lists'),
  systemPrompt: prompt('Instructions for the search answer; empty = those of the chat'),
  maxTokens: wholeOrNone(128, 2048, 512, 'Tokens of a search answer; 0 = as many as the chat has'),
  pathRules: pathRules(
    'How the path of a page names its language or version, such as /{language}/, /docs/{version}/ or "/docs/ version=3.2"; the first rule that gives one counts',
  ),
  theme: choice(pageThemes, 'inherit', 'Light or dark; inherit follows the chat'),
  themeColor: ownColor('Colour of the search; empty = colour of the chat'),
});

const mindmap = z.object({
  enabled: toggle(true, 'Mind maps are shown'),
  temperature: decimal(0, 1, 0.3, 'How freely the model draws a map'),
  maxTokens: whole(512, 8192, 2048, 'Tokens a map may use'),
  maxInputLength: whole(2000, 50_000, 15_000, 'Characters of the article that are read'),
  maxDepth: whole(2, 4, 3, 'Levels of a map'),
  extraPrompt: prompt('Further wishes for maps'),
  theme: choice(pageThemes, 'inherit', 'Light or dark; inherit follows the chat'),
  themeColor: ownColor('Colour of the map; empty = colour of the chat'),
});

const pet = z.object({
  enabled: toggle(false, 'The pet is shown in place of the button'),
  petId: text(80, '', 'The pet or preset to show; empty = none'),
  size: whole(48, 240, 96, 'Size of the pet in pixels'),
});

const integrations = z.object({
  mcpEnabled: toggle(true, 'Programs may search, ask and read articles at /mcp'),
  llmsTextEnabled: toggle(true, 'The articles are offered to language models at /llms.txt and as Markdown'),
  openAiEnabled: toggle(false, 'Chat programs with an access token may ask at /v1/chat/completions'),
});

const access = z.object({
  allowedOrigins: origins(
    'Pages of these origins may ask besides the site itself; *. before a host = all below it, * = any',
  ),
});

const privacy = z.object({
  logRetentionDays: whole(0, 3650, 180, 'Days chat logs are kept; 0 = until deleted'),
  hashAddresses: toggle(false, 'Store a keyed hash in place of visitor addresses'),
  maskPersonalData: toggle(true, 'Mask e-mail addresses, phone, identity and card numbers before storing'),
});

/** Every configuration group by its name on the wire; parsing `{}` gives a group with all its defaults. */
export const configGroups = {
  models,
  chunking,
  retrieval,
  enhancement,
  chat,
  excerpt,
  writing,
  search,
  mindmap,
  pet,
  privacy,
  integrations,
  access,
} as const;

export type GroupName = keyof typeof configGroups;
export type ConfigGroups = { readonly [G in GroupName]: Readonly<z.output<(typeof configGroups)[G]>> };

/** All groups together, as they are read; with their revisions when those were asked for. */
export const Config = z.object({ ...configGroups, revisions: Revisions.optional() });

const groupsAlone = z.object(configGroups);

/** Every group with its defaults. */
export const defaults = (): ConfigGroups =>
  groupsAlone.parse(Object.fromEntries(Object.keys(configGroups).map((name) => [name, {}])));

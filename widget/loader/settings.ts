import type { Shortcut, WidgetConfig } from '../../contract/widget/widget-config.ts';
import { fieldsOf, listOf, textOf, wordOf } from '../kit/coerce.ts';
import type { ShellSettings } from './shell-settings.ts';

/** The part of the public configuration that the chat and the search read; sizes and offsets are CSS pixels. */
export type Settings = Omit<ShellSettings, 'given'> &
  Readonly<
    {
      /** Starter questions when no shortcut is configured. */
      suggestions: readonly string[];
      contactUrl: string;
      /** True when answers are verbatim passages of articles. */
      quotesArticles: boolean;
      contactLabel: string;
      /** True when this browser may keep conversations beyond the tab. */
      rememberConversations: boolean;
      /** True when visitors may share a conversation by a link. */
      shareConversations: boolean;
      /** True when the search has parts of the site to choose from. */
      searchScopes: boolean;
    } & Pick<
      WidgetConfig,
      | 'welcome'
      | 'shortcuts'
      | 'stream'
      | 'showRetrievalStatus'
      | 'allowVisitorReasoning'
      | 'reasoningDefaultEnabled'
      | 'showPrivacyTip'
      | 'showReferences'
      | 'searchShowAiAnswer'
    >
  >;

/** The services' default greetings; the widget replaces them by its own in the visitor's language. */
const unsetGreeting = '你好，想了解本站的什么内容？\nHi! What would you like to know about this site?';

/**
 * Adds to the settings of the shell those of chat and search: missing or invalid fields get their default. Switches of main features are
 * on unless exactly false; those of extras are off unless exactly true.
 */
export function settingsFrom({ given: value, ...shell }: ShellSettings): Settings {
  const given = fieldsOf(value);
  const onUnlessFalse = (name: string) => given[name] !== false;
  const offUnlessTrue = (name: string) => given[name] === true;
  return {
    ...shell,
    welcome: greetingOf(given.welcome),
    shortcuts: listOf(given.shortcuts).flatMap(shortcutFrom).slice(0, 6),
    stream: onUnlessFalse('stream'),
    showRetrievalStatus: onUnlessFalse('showRetrievalStatus'),
    // The reasoning switch is hidden for models that cannot reason.
    allowVisitorReasoning: offUnlessTrue('allowVisitorReasoning') && onUnlessFalse('reasoningAvailable'),
    reasoningDefaultEnabled: offUnlessTrue('reasoningDefaultEnabled'),
    showPrivacyTip: offUnlessTrue('showPrivacyTip'),
    rememberConversations: offUnlessTrue('rememberConversations'),
    shareConversations: offUnlessTrue('shareConversations'),
    showReferences: onUnlessFalse('showReferences'),
    searchScopes: offUnlessTrue('searchScopes'),
    searchShowAiAnswer: onUnlessFalse('searchShowAiAnswer'),
    suggestions: questionsOf(given.suggestions),
    quotesArticles: offUnlessTrue('quotesArticles'),
    contactUrl: textOf(given.contactUrl, 2000).trim(),
    contactLabel: textOf(given.contactLabel, 80).trim(),
  };
}

function greetingOf(value: unknown): string {
  const greeting = textOf(value, 1000).trim();
  return greeting === unsetGreeting ? '' : greeting;
}

const questionsOf = (value: unknown): readonly string[] =>
  listOf(value)
    .map((each) => textOf(each, 200).trim())
    .filter((each) => each !== '')
    .slice(0, 6);

/** A shortcut is an object or, from older services, a question. */
function shortcutFrom(value: unknown, index: number): Shortcut[] {
  const given = typeof value === 'string' ? { query: value } : fieldsOf(value);
  const query = textOf(given.query, 200).trim();
  if (query === '') return [];
  return [
    {
      id: textOf(given.id, 80, String(index)),
      label: textOf(given.label, 30).trim(),
      query,
      icon: wordOf(given.icon, ['fire', 'clock', 'tag', 'category', 'search', 'sparkles'], 'sparkles'),
      intentRouteId: textOf(given.intentRouteId, 80).trim(),
    },
  ];
}

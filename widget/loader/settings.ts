import type { Shortcut, WidgetConfig } from '../../contract/widget/widget-config.ts';
import type { OwnTexts } from '../texts/texts.ts';
import type { ThemeChoice } from '../appearance/theme.ts';
import { fieldsOf, listOf, textOf, textsOf, wholeOf, wordOf } from '../kit/coerce.ts';

/** The part of the public configuration that the chat and the search read; sizes and offsets are CSS pixels. */
export type Settings = Readonly<
  {
    searchTheme: ThemeChoice;
    siteTitle: string;
    /** Starter questions when no shortcut is configured. */
    suggestions: readonly string[];
    contactUrl: string;
    /** True when answers are verbatim passages of articles. */
    quotesArticles: boolean;
    contactLabel: string;
    texts: OwnTexts;
  } & Pick<
    WidgetConfig,
    | 'position'
    | 'color'
    | 'icon'
    | 'triggerSize'
    | 'triggerLabel'
    | 'theme'
    | 'welcome'
    | 'shortcuts'
    | 'width'
    | 'height'
    | 'triggerAlign'
    | 'triggerOffsetY'
    | 'triggerOffsetX'
    | 'triggerShape'
    | 'stream'
    | 'allowGuest'
    | 'showRetrievalStatus'
    | 'allowVisitorReasoning'
    | 'reasoningDefaultEnabled'
    | 'showPrivacyTip'
    | 'showReferences'
    | 'searchEnabled'
    | 'searchShowAiAnswer'
    | 'searchColor'
  >
>;

/** The services' default greetings; the widget replaces them by its own in the visitor's language. */
const unsetGreeting = '你好，想了解本站的什么内容？\nHi! What would you like to know about this site?';

/**
 * Reads the configuration: missing or invalid fields get their default. Switches of main features are on unless
 * exactly false; those of extras are off unless exactly true.
 */
export function settingsFrom(value: unknown): Settings {
  const given = fieldsOf(value);
  const onUnlessFalse = (name: string) => given[name] !== false;
  const offUnlessTrue = (name: string) => given[name] === true;
  const color = textOf(given.color, 9, '#5387C4');
  const theme = wordOf(given.theme, ['auto', 'light', 'dark'], 'auto');
  const searchTheme = wordOf(given.searchTheme, ['inherit', 'auto', 'system', 'light', 'dark'], 'inherit');
  return {
    position: textOf(given.position, 40, 'right-bottom'),
    color,
    icon: textOf(given.icon, 60, 'ri-chat-3-line'),
    triggerSize: wholeOf(given.triggerSize, 28, 96, 48),
    triggerLabel: Array.from(textOf(given.triggerLabel, 20).trim()).slice(0, 4).join(''),
    theme,
    welcome: greetingOf(given.welcome),
    shortcuts: listOf(given.shortcuts).flatMap(shortcutFrom).slice(0, 6),
    width: wholeOf(given.width, 300, 900, 400),
    height: wholeOf(given.height, 360, 1000, 600),
    triggerAlign: wordOf(given.triggerAlign, ['auto', 'manual'], 'auto'),
    triggerOffsetY: wholeOf(given.triggerOffsetY, 0, 600, 125),
    triggerOffsetX: wholeOf(given.triggerOffsetX, 0, 600, 17),
    triggerShape: wordOf(given.triggerShape, ['square', 'rounded', 'circle'], 'circle'),
    stream: onUnlessFalse('stream'),
    allowGuest: onUnlessFalse('allowGuest'),
    showRetrievalStatus: onUnlessFalse('showRetrievalStatus'),
    // The reasoning switch is hidden for models that cannot reason.
    allowVisitorReasoning: offUnlessTrue('allowVisitorReasoning') && onUnlessFalse('reasoningAvailable'),
    reasoningDefaultEnabled: offUnlessTrue('reasoningDefaultEnabled'),
    showPrivacyTip: offUnlessTrue('showPrivacyTip'),
    showReferences: onUnlessFalse('showReferences'),
    searchEnabled: onUnlessFalse('searchEnabled'),
    searchShowAiAnswer: onUnlessFalse('searchShowAiAnswer'),
    searchTheme: searchTheme === 'inherit' ? theme : searchTheme,
    searchColor: textOf(given.searchColor, 9) || color,
    siteTitle: textOf(given.siteTitle, 80).trim(),
    suggestions: questionsOf(given.suggestions),
    quotesArticles: offUnlessTrue('quotesArticles'),
    contactUrl: textOf(given.contactUrl, 2000).trim(),
    contactLabel: textOf(given.contactLabel, 80).trim(),
    texts: textsOf(given.texts, 500),
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

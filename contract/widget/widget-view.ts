import type { ConfigGroups } from '../config/groups.ts';
import { shortcutsFromLines } from '../config/legacy.ts';
import type { WidgetConfig } from './widget-config.ts';

/** Default colour of search and mind map. */
const fallbackColor = '#4F46E5';

/** The public part of the configuration. */
export function publicView({ chat, retrieval, search, mindmap }: ConfigGroups): WidgetConfig {
  return {
    position: chat.widgetPosition,
    color: chat.widgetThemeColor,
    icon: chat.widgetIcon,
    triggerSize: chat.widgetTriggerSize,
    triggerLabel: chat.widgetTriggerLabel,
    theme: chat.widgetTheme === 'system' ? 'auto' : chat.widgetTheme,
    welcome: chat.welcomeMessage,
    shortcuts: shortcutsOf(chat),
    width: chat.widgetWidth,
    height: chat.widgetHeight,
    triggerAlign: chat.widgetTriggerAlign,
    triggerOffsetY: chat.widgetTriggerOffsetY,
    triggerOffsetX: chat.widgetTriggerOffsetX || 17,
    triggerShape: chat.widgetTriggerShape,
    stream: chat.streamOutput,
    allowGuest: chat.allowGuest,
    showRetrievalStatus: chat.showRetrievalStatus,
    allowVisitorReasoning: chat.allowVisitorReasoning,
    reasoningDefaultEnabled: chat.allowVisitorReasoning && chat.reasoningDefaultEnabled,
    showPrivacyTip: chat.showPrivacyTip,
    rememberConversations: chat.rememberConversations,
    shareConversations: chat.shareConversations,
    showReferences: retrieval.showReferences,
    searchEnabled: search.enabled,
    searchShowAiAnswer: search.showAiAnswer,
    searchTheme: search.theme,
    searchColor: search.themeColor || chat.widgetThemeColor || fallbackColor,
    mindmapEnabled: mindmap.enabled,
    mindmapTheme: mindmap.theme,
    mindmapColor: mindmap.themeColor || chat.widgetThemeColor || fallbackColor,
    ...(chat.contactUrl !== '' && { contactUrl: chat.contactUrl }),
    ...(chat.contactLabel !== '' && { contactLabel: chat.contactLabel }),
    ...wordingOf(chat),
  };
}

/** Configured texts; blank ones stay the widget's own. */
function wordingOf({ widgetTexts }: ConfigGroups['chat']): Pick<WidgetConfig, 'texts'> {
  const worded = Object.entries(widgetTexts).filter(([, text]) => text.trim() !== '');
  return worded.length > 0 ? { texts: Object.fromEntries(worded) } : {};
}

/** The enabled questions; older installations stored them as lines of text. */
export function shortcutsOf({
  shortcutItems,
  shortcutQuestions,
}: ConfigGroups['chat']): WidgetConfig['shortcuts'] {
  const items = shortcutItems.length > 0 ? shortcutItems : shortcutsFromLines(shortcutQuestions);
  return items
    .filter((item) => item.enabled)
    .map(({ id, label, query, icon, intentRouteId }) => ({ id, label, query, icon, intentRouteId }));
}

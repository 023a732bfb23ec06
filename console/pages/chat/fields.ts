import type { ConfigGroups } from '../../../contract/config/groups.ts';

type Field = keyof ConfigGroups['chat'];
type Section = 'welcome' | 'rules' | 'smallTalk' | 'contact' | 'access' | 'button' | 'window';

const bySection = {
  welcome: ['welcomeMessage'],
  rules: [
    'systemPrompt',
    'temperature',
    'maxTokens',
    'historyTurns',
    'answerCacheHours',
    'streamOutput',
    'showRetrievalStatus',
    'allowVisitorReasoning',
    'reasoningDefaultEnabled',
  ],
  smallTalk: ['smallTalkEnabled', 'greetingReply', 'thanksReply', 'goodbyeReply', 'aboutReply', 'helpReply'],
  contact: ['contactUrl', 'contactLabel'],
  access: ['allowGuest', 'showPrivacyTip', 'rememberConversations', 'shareConversations'],
  button: [
    'widgetThemeColor',
    'widgetTheme',
    'widgetPosition',
    'widgetIcon',
    'widgetTriggerLabel',
    'widgetTriggerShape',
    'widgetTriggerSize',
    'widgetTriggerAlign',
    'widgetTriggerOffsetX',
    'widgetTriggerOffsetY',
  ],
  window: ['widgetWidth', 'widgetHeight'],
} as const satisfies Record<Section, readonly Field[]>;

/** All fields of the group that this page edits. */
export const fields: readonly Field[] = ['shortcutItems', 'widgetTexts', ...Object.values(bySection).flat()];

const withoutSmallTalk = (draft: Readonly<Record<string, unknown>>) => draft['smallTalkEnabled'] !== true;

/** Fields that have no effect with certain values of another one. */
const idle: Partial<Record<Field, (draft: Readonly<Record<string, unknown>>) => boolean>> = {
  reasoningDefaultEnabled: (draft) => draft['allowVisitorReasoning'] !== true,
  greetingReply: withoutSmallTalk,
  thanksReply: withoutSmallTalk,
  goodbyeReply: withoutSmallTalk,
  aboutReply: withoutSmallTalk,
  helpReply: withoutSmallTalk,
  contactLabel: (draft) => draft['contactUrl'] === '',
  widgetTriggerOffsetX: (draft) => draft['widgetTriggerAlign'] !== 'manual',
  widgetTriggerOffsetY: (draft) => draft['widgetTriggerAlign'] !== 'manual',
};

/** The sections of the page with the fields that have an effect now. */
export const sectionsOf = (
  draft: Readonly<Record<string, unknown>>,
  titles: Readonly<Record<Section, string>>,
) =>
  Object.entries<readonly Field[]>(bySection).map(([name, all]) => ({
    title: titles[name as Section],
    fields: all.filter((field) => idle[field]?.(draft) !== true),
  }));

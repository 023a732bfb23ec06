import type { ConfigGroups } from '../../../contract/config-groups.ts';

type Field = keyof ConfigGroups['chat'];
type Section = 'welcome' | 'rules' | 'access' | 'button' | 'window';

const bySection = {
  welcome: ['welcomeMessage'],
  rules: [
    'systemPrompt',
    'temperature',
    'maxTokens',
    'historyTurns',
    'streamOutput',
    'showRetrievalStatus',
    'allowVisitorReasoning',
    'reasoningDefaultEnabled',
  ],
  access: ['allowGuest', 'showPrivacyTip'],
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

/** Everything of the group that this page edits. */
export const fields: readonly Field[] = ['shortcutItems', ...Object.values(bySection).flat()];

/** Fields that mean nothing while another one says so. */
const idle: Partial<Record<Field, (draft: Readonly<Record<string, unknown>>) => boolean>> = {
  reasoningDefaultEnabled: (draft) => draft['allowVisitorReasoning'] !== true,
  widgetTriggerOffsetX: (draft) => draft['widgetTriggerAlign'] !== 'manual',
  widgetTriggerOffsetY: (draft) => draft['widgetTriggerAlign'] !== 'manual',
};

/** The sections of the page with the fields that mean something now. */
export const sectionsOf = (
  draft: Readonly<Record<string, unknown>>,
  titles: Readonly<Record<Section, string>>,
) =>
  Object.entries<readonly Field[]>(bySection).map(([name, all]) => ({
    title: titles[name as Section],
    fields: all.filter((field) => idle[field]?.(draft) !== true),
  }));

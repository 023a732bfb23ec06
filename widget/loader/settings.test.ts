import { expect, test } from 'vitest';
import { WidgetConfig } from '../../contract/widget/widget-config.ts';
import { configGroups } from '../../contract/config/groups.ts';
import { settingsFrom as withShell } from './settings.ts';
import { shellSettingsFrom } from './shell-settings.ts';

const settingsFrom = (value: unknown) => withShell(shellSettingsFrom(value));

test('an empty or broken configuration gives the defaults', () => {
  for (const broken of [undefined, null, 'nonsense', [], 42, {}]) {
    expect(settingsFrom(broken)).toEqual({
      position: 'right-bottom',
      color: '#5387C4',
      icon: 'ri-chat-3-line',
      triggerSize: 48,
      triggerLabel: '',
      theme: 'auto',
      welcome: '',
      shortcuts: [],
      width: 400,
      height: 600,
      triggerAlign: 'auto',
      triggerOffsetY: 125,
      triggerOffsetX: 17,
      triggerShape: 'circle',
      stream: true,
      allowGuest: true,
      showRetrievalStatus: true,
      allowVisitorReasoning: false,
      reasoningDefaultEnabled: false,
      showPrivacyTip: false,
      rememberConversations: false,
      shareConversations: false,
      showReferences: true,
      searchEnabled: true,
      searchScopes: false,
      searchShowAiAnswer: true,
      searchTheme: 'auto',
      searchColor: '#5387C4',
      siteTitle: '',
      suggestions: [],
      contactUrl: '',
      quotesArticles: false,
      contactLabel: '',
      texts: {},
    });
  }
});

test('only an exact false switches the product off, only an exact true switches an extra on', () => {
  expect(settingsFrom({ stream: null, allowGuest: 0, showReferences: 'no' })).toMatchObject({
    stream: true,
    allowGuest: true,
    showReferences: true,
  });
  expect(settingsFrom({ stream: false, allowGuest: false, showReferences: false })).toMatchObject({
    stream: false,
    allowGuest: false,
    showReferences: false,
  });
  expect(settingsFrom({ allowVisitorReasoning: 1, showPrivacyTip: 'true' })).toMatchObject({
    allowVisitorReasoning: false,
    showPrivacyTip: false,
  });
});

test('shortcuts may be plain questions; blank ones go and six stay', () => {
  const { shortcuts } = settingsFrom({
    shortcuts: [
      'What is new?',
      { query: '  ' },
      { label: 'Hot', query: 'hot', icon: 'rocket', intentRouteId: 'hot' },
      7,
    ],
  });
  expect(shortcuts).toEqual([
    { id: '0', label: '', query: 'What is new?', icon: 'sparkles', intentRouteId: '' },
    { id: '2', label: 'Hot', query: 'hot', icon: 'sparkles', intentRouteId: 'hot' },
  ]);
  expect(settingsFrom({ shortcuts: Array.from({ length: 9 }, (_, n) => `q${n}`) }).shortcuts).toHaveLength(6);
});

test('sizes stay within what a page can show', () => {
  expect(settingsFrom({ triggerSize: 9000, width: -5, height: Number.NaN })).toMatchObject({
    triggerSize: 96,
    width: 300,
    height: 600,
  });
  expect(settingsFrom({ triggerLabel: '问问本站吧' }).triggerLabel).toBe('问问本站');
});

test('every setting the widget reads is a field of the contract', () => {
  const known = Object.keys(WidgetConfig.shape);
  expect(Object.keys(settingsFrom({})).filter((name) => !known.includes(name))).toEqual([]);
});

test('the search takes after the chat in what it was not told itself', () => {
  expect(settingsFrom({ theme: 'dark', color: '#123456', searchTheme: 'inherit' })).toMatchObject({
    searchTheme: 'dark',
    searchColor: '#123456',
  });
  expect(settingsFrom({ theme: 'dark', searchTheme: 'system', searchColor: '#abc' })).toMatchObject({
    searchTheme: 'system',
    searchColor: '#abc',
  });
});

test('WG3: the greeting that nobody wrote counts as none, so that each visitor is greeted in their language', () => {
  const unset = configGroups.chat.parse({}).welcomeMessage;
  expect(settingsFrom({ welcome: unset }).welcome).toBe('');
  expect(settingsFrom({ welcome: ' Ahoy ' }).welcome).toBe('Ahoy');
});

test('WG3: thinking longer is offered only with a model that can', () => {
  expect(settingsFrom({ allowVisitorReasoning: true }).allowVisitorReasoning).toBe(true);
  expect(settingsFrom({ allowVisitorReasoning: true, reasoningAvailable: false }).allowVisitorReasoning).toBe(
    false,
  );
});

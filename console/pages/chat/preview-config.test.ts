import { expect, test } from 'vitest';
import { defaults } from '../../../contract/config/groups.ts';
import { previewConfig } from './preview-config.ts';

test('the preview shows unsaved values, and the saved one where the draft could not be saved', () => {
  const saved = defaults();
  const draft = { ...saved.chat, widgetThemeColor: '#B3261E', widgetWidth: 5, welcomeMessage: '<b>Hi</b>' };
  expect(previewConfig(saved, draft, undefined)).toMatchObject({
    color: '#B3261E',
    width: saved.chat.widgetWidth,
    welcome: '<b>Hi</b>',
    searchColor: '#B3261E',
  });
});

test('questions that are switched off are not shown', () => {
  const item = { label: 'New', query: 'What is new?', icon: 'clock', intentRouteId: '' };
  const draft = {
    shortcutItems: [
      { ...item, id: 'a', enabled: true },
      { ...item, id: 'b', enabled: false },
    ],
  };
  const { shortcuts } = previewConfig(defaults(), draft, undefined);
  expect(shortcuts.map(({ id }) => id)).toEqual(['a']);
});

import { expect, test } from 'vitest';
import { publicPrefix, publicPrefixV2 } from '../../contract/api.ts';
import { chat } from '../../contract/chat/chat.ts';
import { sharing } from '../../contract/chat/sharing.ts';
import { search } from '../../contract/search.ts';
import { widgetConfig } from '../../contract/widget/widget-config.ts';
import { apiPaths, settingsPath } from './api-paths.ts';

test('the widget calls the operations where the contract puts them', () => {
  expect(`/${settingsPath}`).toBe(publicPrefixV2 + widgetConfig.endpoints.read.path);
  expect(`/${apiPaths.stream}`).toBe(publicPrefixV2 + chat.endpoints.stream.path);
  expect(`/${apiPaths.chat}`).toBe(publicPrefixV2 + chat.endpoints.answer.path);
  expect(`/${apiPaths.shares}`).toBe(publicPrefix + sharing.endpoints.create.path);
  expect(`/${apiPaths.scopes}`).toBe(publicPrefix + search.endpoints.scopes.path);
  expect(`/${apiPaths.feedback}`).toBe(publicPrefix + chat.endpoints.feedback.path);
});

import type { ConfigGroups } from '../../../contract/config/groups.ts';
import { sha256 } from '../../kit/ids.ts';

/** Fingerprint of settings and model that a map depends on; theme, colour and the switch are left out. */
export const settingsHashOf = (settings: ConfigGroups['mindmap'], model: string): string => {
  const { temperature, maxTokens, maxInputLength, maxDepth, extraPrompt } = settings;
  return sha256(
    JSON.stringify([model, temperature, maxTokens, maxInputLength, maxDepth, extraPrompt.trim()]),
  );
};

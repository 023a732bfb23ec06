import { defaults } from '../../../contract/config/groups.ts';

/** Fields that a preset sets. */
const presetFields = ['topK', 'similarityThreshold', 'topN'] as const;
export const presetNames = ['precise', 'balanced', 'thorough'] as const;
export type PresetName = (typeof presetNames)[number];
type Preset = Readonly<Record<(typeof presetFields)[number], number>>;

const { topK, similarityThreshold, topN } = defaults().retrieval;

/** Balanced are the defaults of the service. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  precise: { topK: 10, similarityThreshold: Math.min(1, similarityThreshold + 0.15), topN: 3 },
  balanced: { topK, similarityThreshold, topN },
  thorough: { topK: topK * 2, similarityThreshold: Math.max(0, similarityThreshold - 0.15), topN: topN * 2 },
};

/** The preset that these settings are, if they are one. */
export const presetOf = (settings: Readonly<Record<string, unknown>>): PresetName | undefined =>
  presetNames.find((name) => presetFields.every((field) => settings[field] === presets[name][field]));

import { z } from 'zod';
import { configGroups, type ConfigGroups } from '../config/groups.ts';
import { ConfigPatch } from '../config/patch.ts';

/** Configuration groups that affect answers. */
const trialGroups = ['models', 'retrieval', 'enhancement', 'chat'] as const;
export type TrialGroup = (typeof trialGroups)[number];

/** Settings to try, by group. */
export type TrialPatch = { readonly [G in TrialGroup]?: Partial<ConfigGroups[G]> };

/** Applies settings to try to saved ones; nothing is saved. */
export const withTrial = <S extends Pick<ConfigGroups, TrialGroup>>(saved: S, trial: TrialPatch): S => ({
  ...saved,
  models: { ...saved.models, ...trial.models },
  retrieval: { ...saved.retrieval, ...trial.retrieval },
  enhancement: { ...saved.enhancement, ...trial.enhancement },
  chat: { ...saved.chat, ...trial.chat },
});

/** Settings of the index's vectors; changing them needs a rebuild, so they cannot be tried. */
const boundToIndex = ['aiFoundationEmbeddingModelName', 'embeddingDimensions'];

/**
 * Settings to try in one run, in the format of a save. Settings without effect, such as misspelt names, are refused,
 * because the run would look as if they changed nothing.
 */
export const ConfigTrial = z
  .unknown()
  .optional()
  .check(({ value, issues }) => {
    const message = refusal(value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: value });
  })
  .transform((value): unknown => value ?? {})
  .pipe(ConfigPatch);
export type ConfigTrial = z.infer<typeof ConfigTrial>;

function refusal(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, fields] of Object.entries(value)) {
    const group = trialGroups.find((one) => one === name);
    if (!group) return `config.${name} cannot be tried: only ${trialGroups.join(', ')} decide an answer`;
    if (typeof fields === 'string') return `config.${name} must be an object`;
    for (const field of Object.keys(Object(fields))) {
      if (boundToIndex.includes(field))
        return `config.${name}.${field} cannot be tried: the index has the vectors of the saved model`;
      if (!Object.hasOwn(configGroups[group].shape, field)) return `config.${name}.${field} is not a setting`;
    }
  }
  return undefined;
}

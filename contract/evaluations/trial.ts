import { z } from 'zod';
import { configGroups, type ConfigGroups } from '../config/groups.ts';
import { ConfigPatch } from '../config/patch.ts';
import { explained, type ExplainedText } from '../explanations/explained.ts';
import { issueOf } from '../wording.ts';

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
    const refused = refusal(value);
    if (refused) issues.push({ ...issueOf(refused), input: value });
  })
  .transform((value): unknown => value ?? {})
  .pipe(ConfigPatch);
export type ConfigTrial = z.infer<typeof ConfigTrial>;

function refusal(value: unknown): ExplainedText | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, fields] of Object.entries(value)) {
    const group = trialGroups.find((one) => one === name);
    if (!group) return explained('trial_group', { setting: `config.${name}`, words: trialGroups.join(', ') });
    if (typeof fields === 'string') return explained('trial_text', { setting: `config.${name}` });
    for (const field of Object.keys(Object(fields))) {
      if (boundToIndex.includes(field))
        return explained('trial_bound', { setting: `config.${name}.${field}` });
      if (!Object.hasOwn(configGroups[group].shape, field))
        return explained('trial_unknown', { setting: `config.${name}.${field}` });
    }
  }
  return undefined;
}

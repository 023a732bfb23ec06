import { z } from 'zod';
import { configGroups } from '../../../contract/config/groups.ts';
import type { RunSetup } from '../../../contract/evaluations/report.ts';
import type { ConfigTrial } from '../../../contract/evaluations/trial.ts';
import type { Config } from '../config/config.ts';

const { models, retrieval, enhancement, chat } = configGroups;
const TrialSettings = z.object({ models, retrieval, enhancement, chat });

/** The settings of one run, complete, as they were when it began. */
export type TrialSettings = z.output<typeof TrialSettings>;

/** What is saved, with the settings to try in its place; nothing is saved. */
export async function settingsToTry(
  config: Pick<Config, 'read'>,
  trial: ConfigTrial,
): Promise<TrialSettings> {
  return TrialSettings.parse({
    models: { ...(await config.read('models')), ...trial.models },
    retrieval: { ...(await config.read('retrieval')), ...trial.retrieval },
    enhancement: { ...(await config.read('enhancement')), ...trial.enhancement },
    chat: { ...(await config.read('chat')), ...trial.chat },
  });
}

/** The settings that a run was begun with. */
export const settingsOf = ({ settings }: Pick<RunSetup, 'settings'>): TrialSettings =>
  TrialSettings.parse(settings);

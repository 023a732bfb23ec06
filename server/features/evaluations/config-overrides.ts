import { z } from 'zod';
import { configGroups } from '../../../contract/config/groups.ts';
import type { RunSetup } from '../../../contract/evaluations/report.ts';
import { withTrial, type ConfigTrial } from '../../../contract/evaluations/trial.ts';
import type { Config } from '../config/config.ts';

const { models, retrieval, enhancement, chat } = configGroups;
const TrialSettings = z.object({ models, retrieval, enhancement, chat });

/** The settings of one run, complete, as they were when it began. */
export type TrialSettings = z.output<typeof TrialSettings>;

/** What is saved, with the settings to try in its place; nothing is saved. */
export async function settingsToTry(config: Pick<Config, 'all'>, trial: ConfigTrial): Promise<TrialSettings> {
  return TrialSettings.parse(withTrial(await config.all(), trial));
}

/** The settings that a run was begun with. */
export const settingsOf = ({ settings }: Pick<RunSetup, 'settings'>): TrialSettings =>
  TrialSettings.parse(settings);

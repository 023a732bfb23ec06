import { z } from 'zod';
import { configGroups } from '../../../contract/config/groups.ts';
import type { RunSetup } from '../../../contract/evaluations/report.ts';
import { withTrial, type ConfigTrial } from '../../../contract/evaluations/trial.ts';
import type { Config } from '../config/config.ts';

const { models, retrieval, enhancement, chat } = configGroups;
const TrialSettings = z.object({ models, retrieval, enhancement, chat });

/** Complete settings of a run, as of its start. */
export type TrialSettings = z.output<typeof TrialSettings>;

/** The saved settings with the overrides applied; nothing is saved. */
export async function settingsToTry(config: Pick<Config, 'all'>, trial: ConfigTrial): Promise<TrialSettings> {
  return TrialSettings.parse(withTrial(await config.all(), trial));
}

/** Settings that a run was started with. */
export const settingsOfRun = ({ settings }: Pick<RunSetup, 'settings'>): TrialSettings =>
  TrialSettings.parse(settings);

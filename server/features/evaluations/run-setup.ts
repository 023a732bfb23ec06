import type { RunBody } from '../../../contract/evaluations/evaluations.ts';
import type { RunSetup } from '../../../contract/evaluations/report.ts';
import { explained } from '../../kit/explained.ts';
import { unavailable } from '../../kit/fault.ts';
import type { Models } from '../../ports/models.ts';
import type { Config } from '../config/config.ts';
import { settingsToTry } from './config-overrides.ts';
import { judgeOf } from './run-case.ts';

/** The models and settings of a run, fixed at its start. Throws `unavailable` for a model that is not connected. */
export async function setupOf(
  body: RunBody,
  { config, models }: { readonly config: Pick<Config, 'all'>; readonly models: Models },
): Promise<RunSetup> {
  const settings = await settingsToTry(config, body.config);
  const answers = settings.models.aiFoundationChatModelName;
  const judges = body.judgeModel.trim() || (await config.all()).models.aiFoundationChatModelName;
  for (const name of [answers, judges]) {
    if (name !== '' && !models.list('chat').some((model) => model.name === name))
      throw unavailable(explained('model_unknown', { kind: 'chat', model: name }));
  }
  const judge = judgeOf(models, judges);
  return {
    answerModel: answers || (models.defaultOf('chat')?.name ?? ''),
    judgeModel: judge.model,
    judgeMethod: judge.method,
    judgeRepeats: judge.method === 'overlap' ? 1 : body.judgeRepeats,
    casesAtOnce: body.casesAtOnce,
    config: { ...body.config },
    settings,
  };
}

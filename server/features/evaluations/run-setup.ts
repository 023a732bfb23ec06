import type { RunBody } from '../../../contract/evaluations/evaluations.ts';
import type { RunSetup } from '../../../contract/evaluations/report.ts';
import { explained } from '../../kit/explained.ts';
import { invalid, unavailable } from '../../kit/fault.ts';
import type { Models } from '../../ports/models.ts';
import type { Config } from '../config/config.ts';
import { settingsToTry } from './config-overrides.ts';
import { judgeOf } from './run-case.ts';

/** The models and settings of a run, fixed at its start. Throws `invalid` for a model of the request that is not connected, `unavailable` for a saved one. */
export async function setupOf(
  body: RunBody,
  { config, models }: { readonly config: Pick<Config, 'all'>; readonly models: Models },
): Promise<RunSetup> {
  const settings = await settingsToTry(config, body.config);
  const answers = settings.models.aiFoundationChatModelName;
  const judges = body.judgeModel.trim() || (await config.all()).models.aiFoundationChatModelName;
  const named = [body.judgeModel.trim(), body.config.models?.aiFoundationChatModelName];
  for (const name of [answers, judges]) {
    if (name === '' || models.list('chat').some((model) => model.name === name)) continue;
    const words = explained('model_unknown', { kind: 'chat', model: name });
    // A wrong name in the request is the caller's mistake, a wrong saved name is a problem of the installation.
    throw named.includes(name) ? invalid(words) : unavailable(words);
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

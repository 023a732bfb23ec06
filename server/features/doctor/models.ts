import { textOf } from '../../model-calls/collect-text.ts';
import type { ModelInfo, Models } from '../../ports/models.ts';
import type { DoctorDeps } from './examine.ts';
import { explained, inField, wordsInCell, type Words } from '../../kit/explained.ts';
import { fine, notSeen, type Found } from './found.ts';
import { commandLine } from '../../kit/shipped.ts';
import { isFault } from '../../kit/fault.ts';

/** Time limit of one model call in milliseconds. */
const longestCallMs = 60_000;

/** Calls each connected model once, on request only; image models are not called. */
export async function checkModels(
  { models, modelsProblem }: Pick<DoctorDeps, 'models' | 'modelsProblem'>,
  callModels: boolean,
  signal: AbortSignal,
): Promise<readonly Found[]> {
  const problem = modelsProblem();
  const found: Found[] =
    problem === ''
      ? []
      : [
          {
            level: 'problem',
            code: 'models_file',
            subject: '',
            ...inField('message', explained('models_file', { reason: wordsInCell(problem) })),
            remedy: 'Correct the file, or give the missing key',
            command: commandLine('models key'),
          },
        ];
  const connected = models.list().filter(({ builtin, kind }) => !builtin && kind !== 'image');
  if (!connected.some(({ kind }) => kind === 'chat'))
    found.push({
      level: 'warning',
      code: 'no_chat_model',
      subject: '',
      ...inField('message', explained('doctor_no_model')),
      remedy: 'Connect one',
      command: commandLine('setup'),
    });
  if (!callModels && connected.length > 0)
    return [...found, notSeen('not_called', explained('doctor_not_called', { count: connected.length }))];
  for (const model of connected) found.push(await callOne(models, model, signal));
  return found;
}

async function callOne(models: Models, model: ModelInfo, signal: AbortSignal): Promise<Found> {
  const startedAt = performance.now();
  const call = {
    model: model.name,
    scenario: 'model_test',
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestCallMs)]),
  } as const;
  try {
    await callAs(models, model, call);
    const milliseconds = Math.round(performance.now() - startedAt);
    return fine(explained('doctor_model', { model: model.name, ms: milliseconds }), model.name);
  } catch (error) {
    return {
      level: 'problem',
      code: 'model_failed',
      subject: model.name,
      ...inField('message', wordsOf(error) ?? explained('doctor_model_silent', { model: model.name })),
      remedy: 'Check its address, key and name',
      command: commandLine('models test'),
    };
  }
}

async function callAs(
  models: Models,
  { kind }: ModelInfo,
  call: { readonly model: string; readonly scenario: 'model_test'; readonly signal: AbortSignal },
): Promise<void> {
  if (kind === 'embedding') {
    await models.embed({ ...call, texts: ['A short sentence.'], anyDimensions: true });
  } else if (kind === 'rerank') {
    await models.rerank({ ...call, query: 'A question?', documents: ['One.', 'Two.'], topN: 2 });
  } else {
    const messages = [{ role: 'user', content: 'Reply with one short greeting.' }] as const;
    await textOf(
      models.chat({ ...call, task: { kind: 'ping' }, messages, maxTokens: 64, reasoning: 'disabled' }),
    );
  }
}

const wordsOf = (error: unknown): Words | undefined => {
  if (isFault(error)) return error.words;
  return error instanceof Error ? error.message : undefined;
};

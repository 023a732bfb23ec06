import type { EvaluationCase } from '../../../contract/evaluations/evaluations.ts';
import type { Tokens } from '../../../contract/evaluations/report.ts';
import type { ModelTrial, ModelTrials, TrialSide } from '../../../contract/evaluations/model-trial.ts';
import { explained, inEnglish } from '../../kit/explained.ts';
import { conflict, invalid } from '../../kit/fault.ts';
import { reasonOf } from '../../kit/reason.ts';
import { stopwatch } from '../../kit/stopwatch.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { Models } from '../../ports/models.ts';
import type { Config } from '../config/config.ts';
import { answerCase, type AnsweredCase, type AnsweringDeps } from './answer-case.ts';
import { settingsToTry } from './config-overrides.ts';
import { addTokens } from './scoring/add-tokens.ts';
import { verdictOf } from './scoring/trial-verdict.ts';
import type { TrialStore } from './store/trials.ts';
import { createUsageRecorder, type CostOf } from './usage-recorder.ts';

const maxQuestions = 10;
/** Tokens of a typical question with its passages, of an answer, and of the known statements with their verdicts. */
const promptEach = 1_300;
const completionEach = 300;
const judgePromptAll = 2_200;
const judgeCompletionAll = 300;

interface TrialDeps extends AnsweringDeps {
  readonly models: Models;
  readonly config: Pick<Config, 'all'>;
  readonly costOf: CostOf;
  readonly store: TrialStore;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  /** Verdicts of a model on the known statements of a second look at marks. Throws the Faults of the model. */
  readonly judgeTrial: (model: string, models: Models) => Promise<NonNullable<ModelTrial['judge']>>;
  /** Questions generated from the site's headings. */
  readonly questions: () => Promise<readonly EvaluationCase[]>;
}

interface Running {
  done: number;
  error?: string;
  /** What its calls have taken until now. */
  spent: () => Tokens;
  ended: Promise<void>;
  isOver: boolean;
}

/** Trials of language models: the same questions about the site are answered with and without the model. */
export function createModelTrials(deps: TrialDeps) {
  const { models, config, store, clock, log } = deps;
  const stopping = new AbortController();
  const runs = new Map<string, Running>();
  const chatModels = () => models.list('chat').filter(({ builtin }) => !builtin);
  const builtin = () => models.list('chat').find((model) => model.builtin)?.name;

  const asked = async (): Promise<readonly EvaluationCase[]> =>
    (await deps.questions()).filter(({ tags }) => !tags.includes('not-covered')).slice(0, maxQuestions);

  /** Answers all questions with a model. */
  const side = async (
    model: string,
    cases: readonly EvaluationCase[],
    all: Models,
    run?: Running,
  ): Promise<TrialSide> => {
    const settings = await settingsToTry(config, { models: { aiFoundationChatModelName: model } });
    const recorder = createUsageRecorder(all, deps.costOf);
    const answers: AnsweredCase[] = [];
    const took = stopwatch(clock);
    for (const { question } of cases) {
      answers.push(
        await answerCase(deps, { question, settings, models: recorder.models, signal: stopping.signal }),
      );
      if (run) run.done += 1;
    }
    return { ...sumOf(answers, took() / 1_000), ...addTokens([recorder.used]) };
  };

  /** A model that fails at the known statements has no figure; its answers are judged all the same. */
  const judged = async (model: string, all: Models) => {
    try {
      return await deps.judgeTrial(model, all);
    } catch (error) {
      log.warn({ model, err: inEnglish(reasonOf(error)) }, 'a model judged no known statements');
      return undefined;
    }
  };

  const run = async (model: string, plain: string, own: Running): Promise<void> => {
    const recorder = createUsageRecorder(models, deps.costOf);
    own.spent = () => recorder.used;
    try {
      const cases = await asked();
      if (cases.length === 0) throw invalid(explained('trial_no_questions'));
      const without = await side(plain, cases, recorder.models);
      const withModel = await side(model, cases, recorder.models, own);
      const judge = await judged(model, recorder.models);
      await store.save({
        model,
        at: new Date(clock.now()).toISOString(),
        questions: cases.length,
        verdict: verdictOf(withModel, without, cases.length),
        withModel,
        without,
        ...(judge && { judge }),
        spent: recorder.used,
      });
    } catch (error) {
      if (stopping.signal.aborted) return;
      own.error = inEnglish(reasonOf(error));
      log.warn({ model, err: own.error }, 'a trial of a model was interrupted');
    } finally {
      own.isOver = true;
    }
  };

  return {
    async all(): Promise<ModelTrials> {
      const kept = await store.all();
      const questions = (await asked()).length;
      const tokens = {
        promptTokens: promptEach * questions + judgePromptAll,
        completionTokens: completionEach * questions + judgeCompletionAll,
        embeddingTokens: 0,
      };
      return {
        questions,
        promptTokens: tokens.promptTokens,
        completionTokens: tokens.completionTokens,
        models: chatModels().map(({ name }) => {
          const cost = deps.costOf(name, tokens);
          const own = runs.get(name);
          const trial = kept.find(({ model }) => model === name);
          return {
            model: name,
            ...(cost !== undefined && { cost }),
            ...(own && !own.isOver && { done: own.done }),
            ...(own?.error !== undefined && { error: own.error, spent: own.spent() }),
            ...(trial && { trial }),
          };
        }),
      };
    },
    /** Starts a trial. Throws `invalid` for a model that is not connected, and `conflict` while one is running. */
    start(model: string): { readonly status: 'running' } {
      const plain = builtin();
      if (plain === undefined || !chatModels().some(({ name }) => name === model))
        throw invalid(explained('model_unknown', { kind: 'chat', model }));
      if ([...runs.values()].some(({ isOver }) => !isOver)) throw conflict(explained('trial_runs'));
      const own: Running = { done: 0, spent: () => addTokens([]), ended: Promise.resolve(), isOver: false };
      runs.set(model, own);
      own.ended = run(model, plain, own);
      return { status: 'running' };
    },
    async close(): Promise<void> {
      stopping.abort(new DOMException(explained('stopping').text, 'AbortError'));
      await Promise.all([...runs.values()].map(({ ended }) => ended));
    },
  };
}

/** Counts over answers; a statement is supported when an article says it. */
function sumOf(answers: readonly AnsweredCase[], seconds: number) {
  const count = (state: string) =>
    answers.filter(({ answerState, error }) => error === undefined && answerState === state).length;
  const stated = answers.flatMap(({ statements }) => (statements ? [statements] : []));
  const all = stated.reduce((sum, { total }) => sum + total, 0);
  const supported = stated.reduce((sum, one) => sum + one.supported, 0);
  const [answered, partial, notCovered] = [count('answered'), count('partial'), count('not_covered')];
  return {
    answered,
    partial,
    notCovered,
    failed: answers.length - answered - partial - notCovered,
    seconds: Math.round((10 * seconds) / Math.max(1, answers.length)) / 10,
    ...(all > 0 && { supported: supported / all }),
  };
}

/** Trials of models. */
export type TrialsOfModels = ReturnType<typeof createModelTrials>;

import { newSecret } from '../../../kit/ids.ts';
import { modelNamed } from '../../../kit/model-named.ts';
import { requestText } from '../../../model-calls/request-text.ts';
import type { Models } from '../../../ports/models.ts';
import { knownStatements } from './known-statements.ts';
import { judgePrompt } from './prompt.ts';
import { readVerdicts, tokensFor, verdictSchema } from './verdicts.ts';

/** How many of the known statements a model judged rightly; an unsure or missing verdict is no right one. */
export interface JudgeTrial {
  readonly right: number;
  readonly count: number;
}

/** Time of each call. */
const longestCallMs = 30_000;
/** A trial that failed or was not passed is not repeated before. */
const pauseMs = 600_000;

/**
 * Whether verdicts of this model make marks better: four of five are right. On `eval/marks/reported` a judge that errs on .2 of the statements raises
 * the precision from .79 to .87 and the recall from .41 to .65; one that errs on .4 lowers the precision to .76.
 */
export const isFit = ({ right, count }: JudgeTrial): boolean => 5 * right >= 4 * count;

/** Trials of models as judges, each made once for a service. */
export interface Judges {
  /**
   * The trial of a model; of one that failed or was not passed another one some minutes later. `now` is in milliseconds. Throws the
   * Faults of the model.
   */
  trialOf(
    models: Pick<Models, 'chat' | 'list' | 'defaultOf'>,
    model: string,
    now: number,
  ): Promise<JudgeTrial>;
}

interface Kept {
  readonly at: number;
  readonly trial: Promise<JudgeTrial>;
  isPassed: boolean;
  isOver: boolean;
}

export function createJudges(): Judges {
  const known = new Map<string, Kept>();
  return {
    trialOf(models, model, now) {
      const info = modelNamed(models, 'chat', model);
      const key = JSON.stringify([info?.name, info?.provider, info?.modelId]);
      const before = known.get(key);
      if (before && (!before.isOver || before.isPassed || now - before.at < pauseMs)) return before.trial;
      const kept: Kept = { at: now, trial: tried(models, model), isPassed: false, isOver: false };
      known.set(key, kept);
      void kept.trial.then(
        (trial) => Object.assign(kept, { isOver: true, isPassed: isFit(trial) }),
        () => Object.assign(kept, { isOver: true }),
      );
      return kept.trial;
    },
  };
}

async function tried(models: Pick<Models, 'chat'>, model: string): Promise<JudgeTrial> {
  let [right, count] = [0, 0];
  for (const { question, passages, statements } of knownStatements) {
    const reply = await requestText(models, {
      model,
      what: 'a trial of a second look at marks',
      messages: judgePrompt({ question, statements, passages }, newSecret(6)),
      temperature: 0,
      maxTokens: tokensFor(statements.length),
      json: true,
      schema: verdictSchema(statements.length),
      scenario: 'mark_judge',
      signal: new AbortController().signal,
      timeoutMs: longestCallMs,
    });
    const said = readVerdicts(reply, statements.length) ?? [];
    right += statements.filter(({ isSaid }, n) => said[n] === (isSaid ? 'yes' : 'no')).length;
    count += statements.length;
  }
  return { right, count };
}

import { z } from 'zod';
import { instant } from '../paging.ts';
import { Tokens } from './report.ts';

/** How the questions of a trial were answered, with the model or without it. */
const TrialSide = z.object({
  answered: z.int(),
  partial: z.int(),
  notCovered: z.int(),
  failed: z.int().meta({ description: 'Questions at which the model failed, or that had no answer at all' }),
  seconds: z.number().meta({ description: 'Mean time of an answer' }),
  supported: z.number().min(0).max(1).optional().meta({
    description: 'Share of the statements that the articles support; absent where nothing was stated',
  }),
  promptTokens: z.int(),
  completionTokens: z.int(),
  cost: z
    .number()
    .optional()
    .meta({ description: 'In the operator’s currency, where the model has a price' }),
});
export type TrialSide = z.infer<typeof TrialSide>;

const trialVerdicts = ['better', 'same', 'slower', 'worse', 'fails'] as const;

/** Verdicts of a model on the known statements of a second look at marks. */
const JudgeFigure = z.object({
  right: z.int().meta({ description: 'Statements that it judged rightly' }),
  count: z.int().meta({ description: 'Known statements, half of them true' }),
  isFit: z.boolean().meta({
    description: 'Whether these are enough for `retrieval.judgeMarks` to let it change marks: four of five',
  }),
});

/** The same questions, made from the site’s own headings, answered with a model and without one. */
export const ModelTrial = z.object({
  model: z.string(),
  at: instant,
  questions: z.int(),
  verdict: z.enum(trialVerdicts).meta({
    description:
      'Whether the model makes answers better here; `slower` is as good and takes over ten seconds',
  }),
  withModel: TrialSide,
  without: TrialSide,
  judge: JudgeFigure.optional().meta({
    description: 'Its verdicts on known statements; absent where the model failed at them',
  }),
  spent: Tokens.optional().meta({
    description: 'What all its calls have taken, those that failed and the judging included',
  }),
});
export type ModelTrial = z.infer<typeof ModelTrial>;

export const ModelTrials = z.object({
  questions: z.int().meta({ description: 'Questions of a trial' }),
  promptTokens: z.int().meta({ description: 'Tokens that a trial will send to the model, estimated' }),
  completionTokens: z.int().meta({ description: 'Tokens that the model will write, at most' }),
  models: z.array(
    z.object({
      model: z.string(),
      cost: z
        .number()
        .optional()
        .meta({ description: 'What a trial will cost, where the model has a price' }),
      done: z.int().optional().meta({ description: 'Questions answered of a trial that is running' }),
      error: z.string().optional().meta({ description: 'Why the last trial broke off' }),
      spent: Tokens.optional().meta({ description: 'What a trial that broke off had taken until then' }),
      trial: ModelTrial.optional(),
    }),
  ),
});
export type ModelTrials = z.infer<typeof ModelTrials>;

export const TrialBody = z.object({
  model: z.string().max(100).meta({ description: 'Name of a connected language model' }),
});

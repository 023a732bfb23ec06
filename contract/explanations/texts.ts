import { doctorTexts } from './doctor-texts.ts';
import { modelTexts } from './model-texts.ts';
import { noticeTexts } from './notice-texts.ts';
import { petTexts } from './pet-texts.ts';
import { ruleTexts } from './rule-texts.ts';
import { siteTexts } from './site-texts.ts';
import { traceTexts } from './trace-texts.ts';
import { workTexts } from './work-texts.ts';

/** Texts that are found by their words where their code was not stored; findings of the check-up, refused values and notices never are. */
export const foundTexts = {
  ...siteTexts,
  ...modelTexts,
  ...workTexts,
  ...petTexts,
  ...traceTexts,
} as const;

/** Texts for administrators by code, in English with parameters in braces. The only place that holds their words. */
export const explanationTexts = { ...foundTexts, ...doctorTexts, ...ruleTexts, ...noticeTexts } as const;

export type ExplanationCode = keyof typeof explanationTexts;

/** The names of the parameters of a text. */
export type ParameterOf<Code extends ExplanationCode> = NamesIn<(typeof explanationTexts)[Code]>;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

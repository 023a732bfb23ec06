import { doctorTexts } from './doctor-texts.ts';
import { modelTexts } from './model-texts.ts';
import { petTexts } from './pet-texts.ts';
import { siteTexts } from './site-texts.ts';
import { traceTexts } from './trace-texts.ts';
import { workTexts } from './work-texts.ts';

/** Texts for administrators by code, in English with parameters in braces. The only place that holds their words. */
export const explanationTexts = {
  ...siteTexts,
  ...modelTexts,
  ...workTexts,
  ...petTexts,
  ...doctorTexts,
  ...traceTexts,
} as const;

export type ExplanationCode = keyof typeof explanationTexts;

/** The names of the parameters of a text. */
export type ParameterOf<Code extends ExplanationCode> = NamesIn<(typeof explanationTexts)[Code]>;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

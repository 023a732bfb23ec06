import type { ReasoningParameter } from '../models-file.ts';

/** All fields by which providers switch reasoning. */
export const REASONING_FIELDS = [
  'reasoning_effort',
  'reasoning',
  'thinking',
  'enable_thinking',
  'chat_template_kwargs',
];

/** Request fields that switch a provider's reasoning on or off. */
export const reasoningFields = (
  parameter: ReasoningParameter,
  on: boolean,
): Readonly<Record<string, unknown>> => SPELLINGS[parameter](on);

/** Guesses the parameter by the provider's address; `reasoning_effort` is OpenAI's, and most local servers copy it. */
export function guessReasoningParameter(baseUrl: string): ReasoningParameter {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return HABITS.find(([pattern]) => pattern.test(host))?.[1] ?? 'reasoning_effort';
}

const SPELLINGS: Readonly<Record<ReasoningParameter, (on: boolean) => Readonly<Record<string, unknown>>>> = {
  reasoning_effort: (on) => ({ reasoning_effort: on ? 'medium' : 'none' }),
  reasoning: (on) => ({ reasoning: { enabled: on } }),
  thinking: (on) => ({ thinking: { type: on ? 'enabled' : 'disabled' } }),
  enable_thinking: (on) => ({ enable_thinking: on }),
  chat_template_kwargs: (on) => ({ chat_template_kwargs: { enable_thinking: on } }),
  none: () => ({}),
};

const HABITS: readonly (readonly [RegExp, ReasoningParameter])[] = [
  [/(^|\.)openrouter\.ai$/, 'reasoning'],
  [/(^|\.)(deepseek\.com|bigmodel\.cn|z\.ai|moonshot\.(cn|ai)|volces\.com)$/, 'thinking'],
  [/(^|\.)(aliyuncs\.com|siliconflow\.(cn|com)|modelscope\.cn)$/, 'enable_thinking'],
];

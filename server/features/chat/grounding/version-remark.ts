import { token, type StreamEvent } from '../../../../contract/events.ts';
import { filled } from '../../../../contract/widget/filled.ts';
import type { AnswerRecorder } from '../answer-recorder.ts';
import type { ChatDeps } from '../question.ts';
import { textsOf } from '../texts/texts.ts';
import type { AnswerContext } from './context.ts';

/** Says below an answer that it is from another version than the page from which was asked. */
export async function* versionRemark(
  { versionOf }: Pick<ChatDeps, 'versionOf'>,
  {
    context: { notBy, citations },
    language,
  }: { readonly context: Pick<AnswerContext, 'notBy' | 'citations'>; readonly language: string },
  recorder: Pick<AnswerRecorder, 'summary' | 'judged'>,
): AsyncGenerator<StreamEvent> {
  if (notBy === undefined || !versionOf) return;
  const { answerState, quotes = [] } = recorder.summary();
  if (answerState !== 'answered' && answerState !== 'partial') return;
  const numbers = quotes.length > 0 ? quotes.map(({ article }) => article) : [1];
  const cited = [...new Set(numbers)].flatMap((number) => citations[number - 1] ?? []);
  // The rules speak of the paths of the site alone.
  const own = cited.filter(({ source }) => source === undefined);
  const versions = await Promise.all(own.map(async ({ url }) => versionOf(url)));
  const others = [...new Set(versions)].filter((one) => one !== undefined && one !== notBy);
  if (others.length === 0) return;
  const texts = textsOf(language);
  const version = others.join(texts.listComma);
  recorder.judged();
  yield token(`\n\n*${filled(texts.otherVersion, { version, own: notBy })}*`);
}

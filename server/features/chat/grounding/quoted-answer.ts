import { languageName } from '../../../text/language.ts';
import type { MarkQuote, Place } from '../../../../contract/articles/articles.ts';
import { token, type StreamEvent } from '../../../../contract/events.ts';
import { readableText } from '../../../markup/readable-text.ts';
import { QUOTED_LENGTH, shortened } from '../../../markup/shortened.ts';
import { withoutGrammar } from '../../../text/word-lists/grammar-words.ts';
import { truncate } from '../../../text/text.ts';
import { explained } from '../../../kit/explained.ts';
import type { QuotedPlace, TaskBlock } from '../../../ports/models.ts';
import type { AnswerRecorder } from '../answer-recorder.ts';
import { closestSentence } from './attribution.ts';
import type { GroundedQuestion } from '../prompt/ask.ts';
import type { ChatDeps } from '../question.ts';
import { blocksOf, type AnswerContext } from './context.ts';
import { createAnswerFilter } from '../filter/answer-filter.ts';
import { linkPolicy } from '../filter/link-policy.ts';
import { sameLanguage } from '../language.ts';
import { sectionOf } from './next-section.ts';
import { closestPlaces, furtherArticles, inTheirSections, placesOf } from './places.ts';
import { isForeign } from '../site-languages.ts';
import { nextQuestions } from '../suggestions.ts';
import { filled } from '../../../../contract/widget/filled.ts';
import { linkTo } from '../texts/link-to.ts';
import { notCoveredText, textLanguage, textsOf } from '../texts/texts.ts';

/**
 * An answer without a language model: a quotation under a link to its place, and further places; without an answer only
 * the closest places.
 */
export async function* quotedAnswer(
  deps: Pick<
    ChatDeps,
    'models' | 'blocks' | 'site' | 'siteLanguages' | 'siteOrigin' | 'clock' | 'detectLanguage'
  >,
  ask: GroundedQuestion,
  recorder: AnswerRecorder,
): AsyncGenerator<StreamEvent> {
  const { context, language } = ask;
  const texts = textsOf(language);
  const isOpening = ask.pageTask === 'summarise' || context.section !== undefined;
  if (isOpening && context.level === 'answers') return yield* opening(deps, ask, recorder);
  const told = context.level === 'answers' ? yield* quotation(deps, ask, recorder) : false;
  if (told) return;
  // The context holds the closest places unless an answer was expected.
  const places =
    context.level === 'answers'
      ? await inTheirSections(closestPlaces(context.near, context), context.question, deps.blocks)
      : context.places;
  if (places.length === 0) {
    recorder.unanswered('not_covered');
    const languages = await deps.siteLanguages();
    if (isForeign(ask.question, language, languages)) {
      recorder.suggest((await deps.site(language, ask.settings.chat)).suggestions);
      const bases = new Set(languages.map((one) => one.split('-', 1)[0] ?? one));
      const said = textLanguage(language);
      const names = Array.from(bases, (one) => languageName(one, said)).slice(0, mostNamed);
      const list = new Intl.ListFormat(said, { type: 'conjunction' }).format(names);
      return yield token(filled(texts.otherLanguage, { language: list }));
    }
  }
  if (places.length > 0) recorder.unanswered('partial', places, furtherArticles(context.near, places));
  yield token(places.length > 0 ? texts.close : notCoveredText(language, ask.scope));
}

/** Languages of a site that are named. */
const mostNamed = 3;

/** The opening of the current page instead of a summary, or of the section that the question names. */
async function* opening(
  { blocks, siteOrigin }: Parameters<typeof quotedAnswer>[0],
  { context, language }: GroundedQuestion,
  recorder: AnswerRecorder,
): AsyncGenerator<StreamEvent> {
  const own = (await blocksOf(blocks, context)) ?? [];
  const part = context.section ? sectionOf(own, context.section) : own;
  const { headingPath = [], anchor = '' } = part[0] ?? {};
  const filter = linkFilter(context, siteOrigin());
  const lead = shortened(leadOf(part) || (context.passages[0]?.text ?? ''), QUOTED_LENGTH);
  const said = filter.push(lead) + filter.end();
  recorder.finished({ type: 'finish', reason: 'stop', usage: {} });
  recorder.quoted({
    quotes: [quoteOf({ headingPath, anchor }, said, '')],
    places: [],
    suggestions: nextQuestions(own, { headingPath }, language, ''),
  });
  yield token(leadIn({ headingPath, anchor }, context, language) + said);
}

/** The text of an article has no citation markers, and its links are the site's. */
const linkFilter = (context: AnswerContext, siteOrigin: string | undefined) =>
  createAnswerFilter({ support: () => undefined, allowsLink: linkPolicy(context, siteOrigin) });

/** Streams a quotation; returns false when no place matches the question. */
async function* quotation(
  { models, blocks, siteOrigin, clock, detectLanguage }: Parameters<typeof quotedAnswer>[0],
  ask: GroundedQuestion,
  recorder: AnswerRecorder,
): AsyncGenerator<StreamEvent, boolean> {
  const { context, trace, language } = ask;
  const startedAt = clock.now();
  const own = await blocksOf(blocks, context);
  const parts = models.chat({
    model: ask.model,
    task: {
      kind: 'answer',
      question: withoutGrammar(context.question, language),
      passages: context.passages,
      blocks: own,
      brief: ask.kind === 'search',
    },
    messages: [],
    scenario: ask.scenario,
    ...(ask.logId && { logId: ask.logId }),
    signal: ask.signal,
  });
  const filter = linkFilter(context, siteOrigin());
  let place: QuotedPlace | undefined;
  let said = '';
  for await (const part of parts) {
    if (part.type === 'quoted') {
      place = part.place;
      yield token(leadIn(place, context, language));
    } else if (part.type === 'text' || part.type === 'finish') {
      const shown = part.type === 'text' ? filter.push(part.text) : filter.end();
      said += shown;
      if (place && shown !== '') yield token(shown);
      if (part.type === 'finish') recorder.finished(part);
    }
  }
  const end = { detail: explained('trace_quoted'), data: { quoted: place } };
  trace.add('generate', 'Answer', end, startedAt);
  if (!place) return false;
  recorder.quoted({
    quotes: [quoteOf(place, said, context.question)],
    places: await placesBeside(place, context, blocks),
    suggestions: nextQuestions(own ?? [], place, language, ask.question),
    ...(!(await isIn(language, said, detectLanguage)) && { notice: 'other_language' }),
  });
  return true;
}

/** Further places, without one that is only the beginning of the quoted article: the link above the quotation leads to that page. */
async function placesBeside(
  { anchor }: QuotedPlace,
  { found, question, citations }: AnswerContext,
  blocks: ChatDeps['blocks'],
): Promise<Place[]> {
  const quoted = { anchor, postId: citations[0]?.postId ?? '' };
  const places = await inTheirSections(placesOf(found, { question }, quoted), question, blocks, quoted);
  return places.filter(
    ({ postId, heading, title }) => postId !== quoted.postId || (heading ?? title) !== title,
  );
}

/** True unless the prose of a quotation is plainly in another language: commands and addresses are in none. */
async function isIn(
  language: string,
  said: string,
  detectLanguage: ChatDeps['detectLanguage'],
): Promise<boolean> {
  const { prose } = readableText(said.replace(/\\?`[^`\n]*`/g, ' ').replace(/\S+/g, withoutAddress));
  if ((prose.match(/\p{L}/gu)?.length ?? 0) === 0) return true;
  return sameLanguage(await detectLanguage(prose.slice(0, 500)), language);
}

/** A word without the address in it: of a page, or of mail. */
const withoutAddress = (word: string): string => {
  if (word.includes('@')) return ' ';
  const scheme = /\b[a-z]+:\/\/./i.exec(word);
  return scheme ? `${word.slice(0, scheme.index)} ` : word;
};

/** "From [Title › Heading](address)[1]:" on its own line; without an address the name stands in bold. */
function leadIn(place: QuotedPlace, { citations }: AnswerContext, language: string): string {
  const { title = '', url = '' } = citations[0] ?? {};
  const heading = place.headingPath.at(-1);
  const name = heading && heading !== title ? `${title} › ${heading}` : title;
  const label = language.startsWith('zh') ? `《${name}》` : name;
  // Without a page of its own, a heading would be looked for on the page that the visitor is on.
  const linked = linkTo(label, url && `${url}${place.anchor && `#${encodeURI(place.anchor)}`}`);
  return `${filled(textsOf(language).quotedFrom, { place: `${linked}[1]` })}\n\n`;
}

/** The sentence that a place was chosen for; of code what stands nearest to the question, else its beginning. */
function quoteOf(place: QuotedPlace, said: string, question: string): MarkQuote {
  const sentence = place.sentence ?? closestSentence(said, question);
  const quote = truncate(readableText(sentence || said).whole, 300, '…');
  return { mark: 1, article: 1, quote, ...(place.anchor && { anchor: place.anchor }) };
}

/** Maximum length of a summary without a model, in UTF-16 units. */
const leadLength = 700;

/** The first whole blocks of an article, as a summary without a model. */
function leadOf(blocks: readonly TaskBlock[]): string {
  let length = 0;
  const end = blocks.findIndex(({ markdown }) => (length += markdown.length + 2) > leadLength);
  return blocks
    .slice(0, end < 0 ? blocks.length : Math.max(1, end))
    .map(({ markdown }) => markdown)
    .join('\n\n');
}

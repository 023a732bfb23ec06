import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contentOf, type Content } from '../../server/text/support/content.ts';
import { editsOf, type Edit } from '../../server/text/support/edits/edits.ts';
import { evidenceOf, type Evidence, type EvidenceSentence } from '../../server/text/support/evidence.ts';
import { lexiconFor } from '../../server/text/support/lexicon.ts';
import { compare, signalsOf, type Signals } from '../../server/text/support/signals.ts';
import { chunksOf, folder, readLines } from '../retrieval/sets.ts';
import { randomOf, type Random } from './random.ts';

/*
 * Sentences of pages, altered by rule: what leaves a sentence true and what does not. A reader of edits learns from them before it
 * reads what people write. Most false ones are no good sentences, so they say little about those of a model.
 */

/** A sentence with its alteration, whether that is still true. */
type Form = readonly [statement: string, supported: boolean];

interface Article {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

/** An altered sentence beside the one that it was made of. */
export interface Altered {
  readonly supported: boolean;
  readonly signals: Signals;
  readonly edits: readonly Edit[];
}

/** Altered sentences of the pages of a site, of at most so many sentences. */
export function alteredOf(site: string, most: number): Altered[] {
  const random = randomOf(site.length);
  const language = site.includes('zh') ? 'zh' : 'en';
  const samples: Altered[] = [];
  let count = 0;
  for (const article of random.shuffled(readLines<Article>(join(folder, site, 'corpus.jsonl')))) {
    if (count >= most) break;
    const passages = chunksOf(article)
      .slice(0, passagesRead)
      .map(({ title, headingPath, text }) => ({ article: 1, title, headingPath, text }));
    if (passages.length === 0) continue;
    const evidence = evidenceOf(passages);
    const sentences = random.shuffled(evidence.sentences.filter(isProse)).slice(0, sentencesAnArticle);
    for (const sentence of sentences.slice(0, most - count)) {
      count++;
      for (const [statement, supported] of formsOf(sentence, evidence, language, random))
        samples.push(...sampleOf(statement, supported, sentence, evidence));
    }
  }
  return samples;
}

/** False for the made sites, which have few pages, and a site whose folder is absent. */
export const hasPages = (site: string): boolean => existsSync(join(folder, site, 'corpus.jsonl'));

const passagesRead = 12;
const sentencesAnArticle = 12;

function isProse(sentence: EvidenceSentence): boolean {
  const { words, folded } = sentence.content();
  return (
    words.length >= 4 &&
    words.length <= 22 &&
    folded.length <= 220 &&
    !/[|{}<>=;]|https?:/.test(sentence.text)
  );
}

function sampleOf(
  statement: string,
  supported: boolean,
  sentence: EvidenceSentence,
  evidence: Evidence,
): Altered[] {
  const content = contentOf(statement, evidence.language);
  if (content.tokens.length === 0) return [];
  const comparison = compare(content, [sentence], evidence);
  const signals = signalsOf(comparison, undefined, evidence);
  return [{ supported, signals, edits: editsOf(content, comparison.contents, sentence, evidence) }];
}

/** Content words that follow each other, at most three. */
interface Run {
  readonly start: number;
  readonly end: number;
  readonly clause: number;
}

function runsOf({ tokens, quantities }: Content): Run[] {
  const runs: { start: number; end: number; clause: number; words: number }[] = [];
  let last: (typeof runs)[number] | undefined;
  for (const { start, end, clause, isContent } of tokens) {
    if (!isContent || quantities.some((one) => start < one.end && end > one.start)) last = undefined;
    else if (last && last.clause === clause && start - last.end <= 1 && last.words < 3) {
      last.end = end;
      last.words++;
    } else runs.push((last = { start, end, clause, words: 1 }));
  }
  return runs;
}

type Language = 'zh' | 'en';

function formsOf(sentence: EvidenceSentence, evidence: Evidence, language: Language, random: Random): Form[] {
  const content = sentence.content();
  return [
    [content.folded, true],
    ...exchanged(content, random),
    ...clausesMoved(content, language),
    ...signsChanged(content, language, random),
    ...quantitiesChanged(content, random),
    ...wordsReplaced(sentence, evidence, random),
    ...reworded(content, language, random),
    ...introduced(sentence, language, random),
  ];
}

const replaced = (text: string, { start, end }: { start: number; end: number }, word: string) =>
  text.slice(0, start) + word + text.slice(end);

/** Between two things that are listed, in whatever order. */
const listed = /^\s*(?:and|or|,|、|和|与|或|及|以及|或者|\/|，)\s*$/;

/** Two runs of words in the place of each other: true where both are parts of a list. */
function exchanged(content: Content, random: Random): Form[] {
  const { folded } = content;
  const runs = runsOf(content);
  const pairs = runs.flatMap((one, index) => runs.slice(index + 1).map((other) => [one, other] as const));
  let left = 3;
  return random.shuffled(pairs).flatMap(([one, other]): Form[] => {
    const [first, second] = [folded.slice(one.start, one.end), folded.slice(other.start, other.end)];
    const isListed = listed.test(folded.slice(one.end, other.start));
    if (first === second || (!isListed && left-- <= 0)) return [];
    return [[replaced(replaced(folded, other, first), one, second), isListed]];
  });
}

const leads = {
  en: /^(?:if|when|while|because|since|after|before|once|unless|as|although|though|until)\b/,
  zh: /^(?:如果|当|若|因为|由于|虽然|尽管|假如|只要|除非)/,
};

/** A first clause that says when or why behind the second one, which is true, and the same with its word before the other clause. */
function clausesMoved({ folded, tokens }: Content, language: Language): Form[] {
  const borders = tokens.flatMap(({ clause }, index) =>
    index > 0 && clause !== tokens[index - 1]?.clause ? [index] : [],
  );
  const [border = 0] = borders;
  const [end, start] = [tokens[border - 1]?.end ?? 0, tokens[border]?.start ?? 0];
  if (borders.length !== 1 || !/^[,，]/.test(folded.slice(end, start))) return [];
  const [first, second] = [folded.slice(tokens[0]?.start, end), folded.slice(start, tokens.at(-1)?.end)];
  const lead = leads[language].exec(first)?.[0];
  if (lead === undefined) return [];
  const rest = first.slice(lead.length).trim();
  return language === 'en'
    ? [
        [`${second} ${first}`, true],
        [`${lead} ${second}, ${rest}`, false],
        [`${rest} ${lead} ${second}`, false],
      ]
    : [
        [`${second}，${first}`, true],
        [`${lead}${second}，${rest}`, false],
        [`${rest}，${lead}${second}`, false],
      ];
}

/** Denied, without its denial or hedge, and with the opposite of a word. */
function signsChanged({ folded, signs }: Content, language: Language, random: Random): Form[] {
  const forms: Form[] = [];
  const words = [...lexiconFor(language).words];
  for (const sign of signs) {
    const { meanings } = sign;
    const [side] = meanings.sides ?? [];
    if (side !== undefined && forms.length === 0) {
      const other = `${side.slice(0, -1)}${side.endsWith('0') ? 1 : 0}`;
      const opposites = words.filter(([, { sides }]) => sides?.includes(other));
      if (opposites.length > 0) forms.push([replaced(folded, sign, random.one(opposites)[0]), false]);
    } else if (meanings.not || meanings.hedge) forms.push([replaced(folded, sign, ''), false]);
    else if (meanings.strong) forms.push([replaced(folded, sign, ''), true]);
  }
  if (signs.some(({ meanings }) => meanings.not)) return forms;
  const denied =
    language === 'zh'
      ? folded.replace(/可以|能够|能|会|是|需要|应该|支持|允许|要/, (verb) => `不${verb}`)
      : folded.replace(
          /\b(?:is|are|was|were|can|could|may|will|should|must|has|have)\b/,
          (verb) => `${verb} not`,
        );
  return denied === folded ? forms : [...forms, [denied, false]];
}

function quantitiesChanged({ folded, quantities }: Content, random: Random): Form[] {
  const [first, second] = quantities.filter(({ isWeak }) => !isWeak);
  if (first === undefined) return [];
  const digits = folded.slice(first.start, first.end);
  const other = String(Math.round(Number(digits) * random.one([0.5, 2, 1.1, 3])) + 1);
  const changed: Form[] = /^\d{1,5}$/.test(digits) ? [[replaced(folded, first, other), false]] : [];
  if (second === undefined) return changed;
  const last = folded.slice(second.start, second.end);
  if (last === digits) return changed;
  return [...changed, [replaced(replaced(folded, second, digits), first, last), false]];
}

/** A run of words replaced by one of another sentence of the article. */
function wordsReplaced(sentence: EvidenceSentence, evidence: Evidence, random: Random): Form[] {
  const { folded } = sentence.content();
  const own = runsOf(sentence.content());
  const others = [random.one(evidence.sentences), evidence.sentences[sentence.index + 1]];
  return others.flatMap((other): Form[] => {
    const runs = other ? runsOf(other.content()) : [];
    if (other === undefined || runs.length === 0 || own.length === 0) return [];
    const { start, end } = random.one(runs);
    const word = other.content().folded.slice(start, end);
    return folded.includes(word) ? [] : [[replaced(folded, random.one(own), word), false]];
  });
}

const wordings: Readonly<Record<Language, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\bwill\b/, 'would'],
    [/\byou should\b/, 'one should'],
    [/\byou\b/, 'users'],
    [/\bin order to\b/, 'to'],
    [/\bfor example\b/, 'for instance'],
    [/\bneed to\b/, 'have to'],
    [/\ballows you to\b/, 'lets you'],
    [/\bsuch as\b/, 'like'],
    [/n't\b/, ' not'],
    [/ ?\([^()]{1,60}\)/, ''],
    [/\b(?:the|a|an|also|so|very|just|that) /, ''],
  ],
  zh: [
    [/通过/, '借助'],
    [/需要/, '要'],
    [/进行/, '做'],
    [/使用/, '用'],
    [/可以/, '能'],
    [/例如/, '比如'],
    [/因此/, '所以'],
    [/如果/, '假如'],
    [/以及/, '和'],
    [/您/, '你'],
    [/无法/, '不能'],
    [/[(（][^()（）]{1,40}[)）]/, ''],
    [/[的了也会就而将]/, ''],
  ],
};

/** With one harmless change. */
const reworded = ({ folded }: Content, language: Language, random: Random): Form[] =>
  wordings[language]
    .map(([from, to]): Form => [folded.replace(from, to), true])
    .filter(([form]) => form !== folded && random.number() < 0.7);

const openings: Readonly<Record<Language, readonly string[]>> = {
  en: ['note that ', 'according to the page, ', 'yes, ', 'in short, '],
  zh: ['请注意，', '根据文章，', '是的，', '简单来说，'],
};

/** Behind its heading, or a phrase that says nothing. */
function introduced(sentence: EvidenceSentence, language: Language, random: Random): Form[] {
  const { folded } = sentence.content();
  const heading = sentence.contextText.split('\n').at(-1) ?? '';
  const forms: Form[] = random.number() < 0.4 ? [[random.one(openings[language]) + folded, true]] : [];
  if (heading !== '' && random.number() < 0.3)
    forms.push([language === 'en' ? `for ${heading}, ${folded}` : `${heading}：${folded}`, true]);
  return forms;
}

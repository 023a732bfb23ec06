import { contentOf } from '../../server/text/support/content.ts';
import { evidenceOf, type Evidence, type SupportPassage } from '../../server/text/support/evidence.ts';
import { lexiconFor } from '../../server/text/support/lexicon.ts';
import { quotesOf, type Quotes } from '../../server/text/support/quotations.ts';
import { inputsOf } from '../../server/text/support/signals.ts';
import { closestOf } from '../../server/text/support/closest.ts';
import type { Case } from './labelled.ts';

/** A statement with its inputs for each choice of sentences. */
export interface Sample {
  readonly supported: boolean;
  readonly choices: readonly (readonly number[])[];
  /** Made of a sentence of the page by the rules below. */
  readonly isMade?: boolean;
  /** Made without the sentences that it would stand on: the page does not speak of it. */
  readonly isAbsent?: boolean;
  /** The article has it word for word, which needs no weights. */
  readonly isQuoted: boolean;
  /** Written as a sentence of the page but for one change. */
  readonly isNear?: boolean;
}

/** The sentences of an article, by its passages: many statements are about one. */
const read = new WeakMap<object, { readonly evidence: Evidence; readonly quotes: Quotes }>();

const readingOf = (passages: readonly SupportPassage[]) => {
  const known = read.get(passages) ?? { evidence: evidenceOf(passages), quotes: quotesOf(passages) };
  read.set(passages, known);
  return known;
};

const sampleOf = ({ id, passages, statement, question, supported }: Case): Sample => {
  const { evidence, quotes } = readingOf(passages);
  const content = contentOf(statement, evidence.language);
  const asked = question === undefined ? undefined : contentOf(question, evidence.language);
  const choices = closestOf(content, evidence, asked).map(({ signals }) => inputsOf(signals));
  return { supported, choices, isQuoted: quotes(statement), isNear: id.startsWith('near') };
};

/** The same statement where its article lacks the sentences that support it: on its subject, but not said. */
function unsaidOf(one: Case): Sample[] {
  const { basis } = one;
  if (!one.supported || basis === undefined) return [];
  const passages = one.passages.map((passage) => ({
    ...passage,
    text: basis.reduce((text, sentence) => text.replaceAll(sentence, ''), passage.text),
  }));
  const isChanged = passages.some(({ text }, index) => text !== one.passages[index]?.text);
  return isChanged ? [{ ...sampleOf({ ...one, passages, supported: false }), isAbsent: true }] : [];
}

/** What is said of another article of the site: not said here, and mostly about something else. */
function strangersOf(one: Case, cases: readonly Case[]): Sample[] {
  const from = cases.indexOf(one);
  const others = [...cases.slice(from), ...cases.slice(0, from)].filter(
    ({ site, article, supported }) => supported && site === one.site && article !== one.article,
  );
  return others
    .slice(0, 1)
    .map(({ statement }) => ({ ...sampleOf({ ...one, statement, supported: false }), isAbsent: true }));
}

/** Sentences with the name of a neighbouring one in the place of theirs. */
function renamedOf(one: Case): Sample[] {
  return (one.supported ? (one.basis ?? []) : []).flatMap((sentence) => {
    const text = one.passages.find((passage) => passage.text.includes(sentence))?.text ?? '';
    const own = contentOf(sentence, one.lang === 'zh' ? 'zh' : 'en').names;
    const around = contentOf(
      text.replace(sentence, ' ').slice(0, 600),
      one.lang === 'zh' ? 'zh' : 'en',
    ).names;
    const [name] = own;
    const other = [...around].find((candidate) => !own.has(candidate));
    if (name === undefined || other === undefined) return [];
    const at = sentence.toLowerCase().indexOf(name);
    if (at < 0) return [];
    const statement = sentence.slice(0, at) + other + sentence.slice(at + name.length);
    return [sampleOf({ ...one, statement, supported: false })];
  });
}

/** Changes of a sentence that leave what it says. */
const rewordings: Readonly<Record<'en' | 'zh', readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/^/, 'Note that '],
    [/ (?:the|a|an) /, ' '],
    [/ \([^()]{1,80}\)/, ''],
    [/ (?:will|should) /, ' would '],
    [/ (?:use|using) /, ' make use of '],
    [/ you /, ' one '],
  ],
  zh: [
    [/^/, '请注意，'],
    [/(?<=.)的(?=.)/, ''],
    [/（[^（）]{1,40}）/, ''],
    [/通过/, '借助'],
    [/需要/, '要'],
    [/进行/, '做'],
  ],
};

/** Sentences that support a statement in almost the same words: what a mark stands behind most often. */
function rewordedOf(one: Case): Sample[] {
  return (one.supported ? (one.basis ?? []) : []).flatMap((sentence) =>
    rewordings[one.lang === 'zh' ? 'zh' : 'en']
      .map(([from, to]) => sentence.replace(from, to))
      .filter((form) => form !== sentence)
      .map((statement) => sampleOf({ ...one, statement })),
  );
}

/** Sentences that support a statement, as they are, denied, and with a word for its opposite: what a false sentence that looks true is like. */
function alteredOf(one: Case): Sample[] {
  const language = one.lang === 'zh' ? 'zh' : 'en';
  return (one.supported ? (one.basis ?? []) : []).flatMap((sentence) => {
    const forms = [negated(sentence, language), opposed(sentence, language)];
    const altered = forms.filter((form) => form !== undefined && form !== sentence);
    return [
      sampleOf({ ...one, statement: sentence, supported: true }),
      ...altered.flatMap((statement) =>
        statement === undefined ? [] : [sampleOf({ ...one, statement, supported: false })],
      ),
    ];
  });
}

/** The sentence with its first verb denied; `undefined` where something is denied already, or no such verb is there. */
function negated(sentence: string, language: 'zh' | 'en'): string | undefined {
  if (contentOf(sentence, language).signs.some(({ meanings }) => meanings.not)) return undefined;
  return language === 'zh'
    ? sentence.replace(/可以|能够|能|会|是|需要|应该|支持|允许|要/, (verb) => `不${verb}`)
    : sentence.replace(
        /\b(?:is|are|was|were|can|could|may|will|should|must|has|have)\b/,
        (verb) => `${verb} not`,
      );
}

/** The sentence with its first word that has an opposite replaced by that. */
function opposed(sentence: string, language: 'zh' | 'en'): string | undefined {
  const { folded, signs } = contentOf(sentence, language);
  const words = [...lexiconFor(language).words];
  for (const { start, end, meanings } of signs) {
    const [side] = meanings.sides ?? [];
    if (side === undefined) continue;
    const other = `${side.slice(0, -1)}${side.endsWith('0') ? 1 : 0}`;
    const word = words.find(([, { sides }]) => sides?.includes(other))?.[0];
    if (word !== undefined) return folded.slice(0, start) + word + folded.slice(end);
  }
  return undefined;
}

/** Statements are made of every so many written ones: many written ones stand on the same sentence. */
const everyMade = 4;

/** The samples of a site: those that are written, and those made of some of them. */
export interface Site {
  readonly site: string;
  readonly written: readonly Sample[];
  readonly made: readonly Sample[];
}

export function siteOf(site: string, cases: readonly Case[]): Site {
  const own = cases.filter((one) => one.site === site);
  return {
    site,
    written: own.map(sampleOf),
    made: own
      .filter((_, place) => place % everyMade === 0)
      .flatMap((one) => [
        ...unsaidOf(one),
        ...alteredOf(one),
        ...renamedOf(one),
        ...rewordedOf(one),
        ...strangersOf(one, own),
      ])
      .map((made) => ({ ...made, isMade: true })),
  };
}

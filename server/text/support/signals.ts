import { stemLanguage } from '../morphology/stem.ts';
import { alignmentSignals } from './alignment.ts';
import type { Content } from './content.ts';
import {
  hedgeLost,
  mostlyDenied,
  oppositesIn,
  polarityDiffers,
  strengthened,
  valueSignals,
} from './contradictions.ts';
import type { Evidence, EvidenceSentence } from './evidence.ts';
import { createView, weighted, type Held, type View } from './held-words.ts';
import { substitutionSignals } from './substitutions.ts';
import { adjacentShare, charactersHeld, isExact, reordered, unbound } from './overlap.ts';
import type { Sign } from './tokens.ts';
import { relationSignals, valuesMoved } from './relations.ts';

/** Names of the signals, and of their weights. */
const signalNames = [
  'mostlyHeld',
  'near',
  'characters',
  'valuesHeld',
  'namesHeld',
  'namesMissing',
  'valuesMissing',
  'valuesOther',
  'bounds',
  'negations',
  'denies',
  'opposites',
  'hedgeLost',
  'strengthened',
  'hedgeTurned',
  'claimed',
  'reordered',
  'unbound',
  'exact',
  'joined',
  'apart',
  'few',
  'softHeld',
  'leastClause',
  'addedMost',
  'addedFirm',
  'addedSum',
  'addedShare',
  'turned',
  'turnedTwice',
  'inOrder',
  'replaced',
  'covered',
  'scattered',
  'words',
  'clauses',
  'common',
  'exchanged',
  'substituted',
  'moved',
  'added',
  'negationsHere',
  'negationsThere',
  'strongAdded',
  'strongHere',
  'hedgeThere',
  'hedgeHere',
  'mirrored',
  'mirroredAt',
  'converse',
  'straight',
  'valuesMoved',
] as const;

/** The signals in the order of their names, which is that of the numbers learned for them. */
export const signalValues = (signals: Signals): number[] => signalNames.map((name) => signals[name]);

export type Signals = Readonly<Record<(typeof signalNames)[number], number>>;

/** A comparison of a statement with one or two sentences, with the share of matched words. */
export interface Comparison {
  readonly statement: Content;
  readonly chosen: readonly EvidenceSentence[];
  readonly contents: readonly Content[];
  readonly view: View;
  readonly held: number;
  readonly near: number;
  readonly shared: number;
}

/** Compares a statement with one or two sentences of the evidence. */
export function compare(
  statement: Content,
  chosen: readonly EvidenceSentence[],
  evidence: Evidence,
): Comparison {
  const contents = chosen.map((sentence) => sentence.content());
  const view = createView(chosen, contents, stemLanguage(evidence.language));
  const ways = new Map(statement.words.map((token) => [token.term, view.find(token)]));
  const share = (kind: Held) => weighted(statement.words, ways, kind, evidence);
  const [held, near] = [share('sentence'), share('near')];
  const dear = (contents.length > 1 ? dearer : 0) + (isFarApart(chosen) ? dearer : 0);
  const missing = valueSignals(statement, contents).valuesMissing / 4;
  const shared =
    held + (near + share('context')) / 2 + adjacentShare(statement, contents) / 5 - missing - dear;
  return { statement, chosen, contents, view, held, near, shared };
}

/** The signals of a comparison; signals against a statement are scaled by how much the sentences are about the same thing. */
export function signalsOf(
  comparison: Comparison,
  question: Content | undefined,
  evidence: Evidence,
): Signals {
  const { statement, chosen, contents, view, held, near } = comparison;
  const mostlyHeld = Math.min(1, Math.max(0, (held + near / 2 - minHeldShare) / (1 - 2 * minHeldShare)));
  const against = againstSignals(statement, contents, view, question);
  for (const name of scaledSignals) against[name] *= mostlyHeld;
  const missing = Array.from(statement.names).filter((name) => !view.hasName(name)).length;
  return {
    mostlyHeld,
    near,
    characters: charactersHeld(statement, contents),
    ...valueSignals(statement, contents),
    namesHeld: Math.min(2, statement.names.size - missing) / 2,
    namesMissing: Math.min(2, missing) / 2,
    ...against,
    exact: isExact(statement, contents) ? 1 : 0,
    ...signCounts(statement, contents),
    ...substitutionSignals(statement, contents),
    ...alignmentSignals(statement, contents, view, evidence),
    ...relationSignals(statement, contents),
    valuesMoved: valuesMoved(statement, contents),
    joined: contents.length > 1 ? 1 : 0,
    apart: isFarApart(chosen) ? 1 : 0,
    few: 1 / Math.max(1, statement.words.length + statement.quantities.length),
  };
}

/** Counts of words with a listed meaning on both sides. */
function signCounts(statement: Content, contents: readonly Content[]) {
  const found = contents.flatMap(({ signs }) => signs);
  const count = (signs: readonly Sign[], kind: 'not' | 'strong' | 'hedge') =>
    signs.filter(({ meanings }) => meanings[kind]).length;
  return {
    negationsHere: Math.min(2, count(statement.signs, 'not')) / 2,
    negationsThere: Math.min(3, count(found, 'not')) / 3,
    strongAdded: Math.min(2, strengthened(statement.signs, found)) / 2,
    strongHere: Math.min(2, count(statement.signs, 'strong')) / 2,
    hedgeHere: Math.min(1, count(statement.signs, 'hedge')),
    hedgeThere: Math.min(1, count(found, 'hedge')),
  };
}

/** Share of matched words up to which a statement and a sentence are not about the same thing. */
const minHeldShare = 0.3;

/** Minimum share of words that a second sentence must add, and a distant one once more. */
const dearer = 0.08;

const scaledSignals = [
  'negations',
  'denies',
  'opposites',
  'hedgeLost',
  'strengthened',
  'reordered',
  'unbound',
] as const;

/** True for two sentences that are neither neighbours nor part of one list. */
const isFarApart = ([first, second]: readonly EvidenceSentence[]): boolean =>
  first !== undefined &&
  second !== undefined &&
  Math.abs(first.index - second.index) > 1 &&
  second.leadIn !== first.index &&
  first.leadIn !== second.index;

/** Signals against a statement although a sentence shares its words. */
function againstSignals(
  statement: Content,
  contents: readonly Content[],
  view: View,
  question: Content | undefined,
) {
  const touched = view.touchedClauses(statement.words);
  const all = contents.flatMap(({ signs }) => signs);
  const denials = (signs: readonly Sign[]) => signs.filter(({ meanings }) => meanings.not).length;
  const found = contents.map(({ signs }, index) =>
    denials(signs.filter(({ clause }) => touched[index]?.has(clause))),
  );
  const negations = (denials(statement.signs) + found.reduce((sum, count) => sum + count, 0)) % 2;
  const polarity = polarityDiffers(statement, contents, view);
  const stronger = strengthened(statement.signs, all);
  const hedge = hedgeLost(statement, contents, touched);
  return {
    negations,
    denies: polarity >= mostlyDenied || (polarity > 0 && negations > 0) ? 1 : 0,
    opposites: oppositesIn(statement, contents, view),
    hedgeLost: hedge,
    strengthened: Math.min(1, stronger),
    hedgeTurned: stronger > 0 ? hedge : 0,
    claimed: question ? Math.min(1, strengthened(question.signs, [...all, ...statement.signs])) : 0,
    reordered: reordered(statement.words, contents),
    unbound: unbound(statement, contents),
  };
}

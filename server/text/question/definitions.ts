import { foldText } from '../text.ts';

/** Questions of what a thing is for, in several languages; the group is the thing. */
const askedFor: readonly RegExp[] = [
  /^what (?:is|are) (?:an? |the )?(.+?) (?:used )?for$/i,
  /^what (?:does|do) (?:an? |the )?(.+?) do$/i,
  /^(?:请问)?(.+?)(?:有什么用处?|有啥用|有什么作用|的(?:作用|用途|用处)是什么|是(?:用来)?(?:做|干)什么(?:用)?的)$/u,
  /^(?:wof[üu]r|wozu) (?:ist|sind|dient|dienen) (?:ein |eine |der |die |das )?(.+?)(?: gut| da)?$/i,
  /^[àa] quoi (?:sert|servent) (?:un |une |le |la |les |l['’])?(.+)$/i,
  /^¿?para qu[ée] (?:sirven?|es|son) (?:un |una |el |la |los |las )?(.+)$/i,
  /^para que servem? (?:um |uma |o |a |os |as )?(.+)$/i,
  /^(?:для чего|зачем) (?:нужен|нужна|нужно|нужны|служит) (.+)$/iu,
];

/** Questions of what a thing is, in several languages; the group is the thing. */
const asked: readonly RegExp[] = [
  /^(?:so |and |please )?(?:what(?:['’]?s| is| are| exactly is)|define|explain|tell me what) (?:an? )?(.+?)(?: is| are| mean| means)?$/i,
  /^what (?:does|do|did) (?:a |an |the )?(.+?) (?:mean|stand for|refer to)$/i,
  /^(?:请问|请解释一下?|解释一下?)?什么(?:是|叫做?)(.+)$/u,
  /^(?:请问)?(.+?)(?:到底|究竟)?(?:是(?:个)?(?:什么|啥|何物)(?:东西|意思)?|指的?是?什么|(?:是)?什么意思)$/u,
  /^was (?:ist|sind|bedeutet) (?:ein |eine |einen |der |die |das )?(.+)$/i,
  /^qu['’]est[- ]ce qu(?:e |['’]|e c['’]est que )(?:un |une |le |la |les |l['’])?(.+)$/i,
  /^¿?qu[ée] (?:es|son|significa) (?:un |una |el |la |los |las )?(.+)$/i,
  /^o que (?:é|são|significa) (?:um |uma |o |a |os |as )?(.+)$/i,
  /^что (?:такое|значит|означает) (.+)$/iu,
  /^(.+?)(?:이란|란|은|는|이|가)? ?(?:무엇인가요|무엇입니까|무엇이에요|무엇인지|뭔가요|뭐예요|뭐야|뭐죠)$/u,
  /^(.+?)(?:とは何です?か?|って何です?か?|とは何ですか|とは)$/u,
];

/** "What is the price of a ticket?" asks for a fact and 会员的好处是什么 for another, so a thing has a short name without such words. */
const NO_NAME =
  /\b(?:of|for|in|to|with|between|when|if|about|on|at|from|my|your|our|best|difference|price|cost|name|time|address|number|new|the|called|named|known|happens?|happening|wrong|needed|included|allowed|there|this|that|it|you|von|de|du|des|pour|para|do|da)\b|[的时后和与]|区别|不同|好处/iu;
const MOST_WORDS = 4;

/** The thing that a question wants explained, folded; `undefined` for other questions. */
export function definitionAsked(question: string): string | undefined {
  const text = bareQuestion(question);
  for (const pattern of [...askedFor, ...asked]) {
    const thing = pattern
      .exec(text)?.[1]
      ?.replace(/^[“"'「《`]|[”"'」》`]$/gu, '')
      .trim();
    if (thing === undefined || thing === '') continue;
    if (NO_NAME.test(thing) || thing.split(/\s+/).length > MOST_WORDS || thing.length > LONGEST) continue;
    return thing;
  }
  return undefined;
}

const LONGEST = 40;

/** True for a question of what a thing is for, or does. */
const asksPurpose = (question: string): boolean => {
  const text = bareQuestion(question);
  return askedFor.some((pattern) => pattern.test(text));
};

const bareQuestion = (question: string): string =>
  foldText(question)
    .replace(/(?<![\s?？!！.。])[\s?？!！.。]+$/u, '')
    .trim();

/**
 * The degree to which a folded text explains a thing: 1 as what it is, 0.9 as the entry of a list of terms or options, 0.75 by what it does, 0.5 where it
 * says only how it is, 0 not at all.
 */
export type Explains = (folded: string) => 0 | 0.5 | 0.75 | 0.9 | 1;

/**
 * Finds the sentence, item or entry of a glossary that explains a thing: "A backport is a …", "**reflog**: …", “元标签是一…”. "Docent is free"
 * says how it is, and "Docent is not a …" what it is not.
 */
export function explanationOf(thing: string, isPurpose = false): Explains {
  const name = thing
    .split(/\s+/)
    .map((word) => RegExp.escape(word))
    .join('[\\s-]+');
  const plural = /[a-z]$/.test(thing) ? '(?:e?s)?' : '';
  const begins = `(?:^|[.!?。！？])(?:>|[^\\S\\r\\n\\u2028\\u2029])*(?:[-*+•]\\s+|\\d{1,3}[.)、]\\s*)?(?:(?:an?|the|eine?|der|die|das|une?|la|le|el|una|uma?|o) |l['’])?`;
  const named = `[*_\`“"'「《]*${name}${plural}[*_\`”"'」》]*${aside}\\s*`;
  const what = new RegExp(`${begins}${named}(?:${saysWhat})`, 'mu');
  const entry = new RegExp(`${begins}${named}(?:${isEntry})`, 'mu');
  const how = new RegExp(`${begins}${named}(?:${saysHow})`, 'mu');
  const does = new RegExp(`${begins}${named}(?:${kinds})?(?:${saysDoes})`, 'mu');
  const strengths = [
    [isPurpose ? does : what, 1],
    [entry, 0.9],
    [isPurpose ? what : does, 0.75],
    [how, 0.5],
  ] as const;
  return (folded) => strengths.find(([pattern]) => pattern.test(folded))?.[1] ?? 0;
}

/** Tells how far a folded text explains the thing that a question asks about; `undefined` for other questions. */
export function explanationAsked(question: string): Explains | undefined {
  const thing = definitionAsked(question);
  return thing === undefined ? undefined : explanationOf(thing, asksPurpose(question));
}

/** Another name in brackets or between commas. */
const aside = '(?:\\s*[(（][^)）\\n]{1,60}[)）])?(?:\\s*,[^,.\\n]{1,60},)?';

const saysWhat = [
  '\\b(?:is|are|was|were) (?:just|simply|basically|an?|one|the|any|some|also an?)\\b',
  '\\b(?:means?|refers?|stands?|denotes?|describes?|bedeutet|bezeichnet|signifie|désigne|significa)\\b',
  '\\b(?:ist|sind) (?:eine?|der|die|das)\\b',
  "\\best (?:une?\\b|la\\b|le\\b|l['’])",
  '\\b(?:es|son) (?:una?|el|la|los|las)\\b',
  '(?:é|são) (?:uma?|o|a)\\b',
  '(?:[—–-]\\s*)?это|是(?:一|指|用|在|把|由)|指|即|とは|は|(?:이란|란|은|는)\\s',
].join('|');
/** The entry of a list: the thing, and its text after a sign or on the next line. */
const isEntry = '—|–|-\\s|[:：]|\\n';
/** "The VACUUM command rebuilds the file", "The hook lets you …". */
const kinds =
  '(?:command|function|method|option|setting|field|parameter|flag|tool|filter|statement|plug-?in|hook|feature|module|extension|button|tab|menu)\\s+';
const saysDoes =
  '(?:is|are) used\\b|lets?\\b|allows?\\b|(?!is\\b|was\\b|has\\b|does\\b)[a-z]{2,}[^us\\W]s (?:an?|the|all|you|your|its?|to|from|into|how|whether|what|which)\\b';
const saysHow =
  '\\b(?:is|are|was|were|ist|sind|est|sont|es|son)\\b(?! (?:not|no|nicht|kein|pas)\\b)|(?:é|são) |是(?!不|否)';

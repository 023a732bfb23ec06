/** Function and question words by language tag, for language detection and for removal from searches. */
export const grammarWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    fr: 'comment où est les des le la du une puis je pour dans quel quelle combien pourquoi avec mon ma sur mes sont que',
    de: 'wie was ist der die das kann ich wo und für ein eine den mit man warum wann wer nicht welche gibt es',
    es: 'cómo como qué dónde donde puedo para los las el una cuánto por se mi con cuándo quién es del hay',
    pt: 'como onde posso os uma para quanto são eu isso meu minha com por quando quem não o do da em há',
    it: 'come dove posso il gli di quanto perché che cosa sono si una con per quando chi del della è ci',
    nl: 'hoe wat waar kan ik het een de van voor met wie wanneer waarom zijn mijn er',
    pl: 'jak czy gdzie ile mogę w na jest co kiedy kto dlaczego są moje nie się to',
    tr: 'nasıl nerede nedir ne kadar bir mı mi mu mü için ve bu neden kim',
    sv: 'hur var vad kan jag det en ett och är för med när vem varför finns',
    da: 'hvordan hvor hvad kan jeg det en et og er for med hvornår hvem hvorfor',
    no: 'hvordan hvor hva kan jeg det en et og er for med når hvem hvorfor',
    fi: 'miten missä mikä voinko voiko kuinka paljonko on ja se milloin kuka miksi',
    cs: 'jak kde co je mohu kolik jsou na se kdy kdo proč to si',
    id: 'bagaimana cara apa di mana bisakah saya berapa yang untuk dengan kapan siapa mengapa',
    ro: 'cum unde este pot cât ce sunt și cu pentru când cine care o un',
    hu: 'hogyan hol mi van a az mennyi egy és miért mikor ki hogy',
    vi: 'làm thế nào ở đâu tôi có thể không bao nhiêu là gì và các',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/**
 * Removes function words: "Comment connecter WordPress ?" is searched as "connecter WordPress". English and Chinese
 * ones are kept, because the index weighs them. A question of nothing else stays as it is.
 */
export function withoutGrammar(question: string, language: string): string {
  const known = grammarWords.get(language.split('-')[0] ?? '');
  if (!known) return question;
  const rest = question
    .replace(/[\p{L}\p{M}]+/gu, (word) => (known.has(word.toLowerCase()) ? '' : word))
    .replace(/\s+/g, ' ')
    .trim();
  return /\p{L}{2}/u.test(rest) ? rest : question;
}

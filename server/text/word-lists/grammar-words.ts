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
 * Further function words and the most frequent verbs of questions, for removal only: several of them are also words of other languages,
 * so they cannot be used for language detection.
 */
const furtherWords: Readonly<Record<string, string>> = {
  de: `aber alle allem allen aller alles als also am an auch auf aus bei beim bin bis bitte da dafür damit danach dann dass
    davon dazu dein deine dem den denn deren des dessen dich dir doch dort du durch einem einen einer eines einige er es etwas euch
    euer eure eurem euren falls gegen hab habe haben habt hallo hat hier ihm ihn ihnen ihr ihre ihrem ihren im in ins irgendwo
    ja jede jedem jeden jeder jedes jetzt kein keine keinen könnt können könnte mache machen macht mein meine meinem meinen meiner
    mich mir mit muss müssen möchte nach noch nur ob oder ohne seid sein seine seit sich sie sind so soll sollen sollte um unser
    unsere uns unter vom von vor wann war waren was welchem welchen welcher welches wem wen wenn werden wessen wie wieso wieviel
    will wir wird woher wohin worauf wozu zu zum zur über darf dürfen dürft hoch lange viel viele oft groß alt weit schnell hilft passiert
    brauche brauchen gehe geht tun tut tue tust bekomme bekommen`,
  fr: `a ai aller alors après as au aussi aux avant avez avoir ce cela celle celui ces cet cette ceux chez ci combien dans de
    depuis devoir dois doit donc dont du elle elles en encore entre es et être eu faire fait faut il ils j je jusqu l la le les
    leur leurs lui m ma mais me même mes moi mon n ne ni nos notre nous on ont ou par parce pas peu peut peux plus pour pouvez
    puis qu quand quelles quels qui quoi s sa sans se ses si son sous suis sur t ta te tes toi ton tous tout toute toutes tu
    un vais vas vos votre vous y êtes est-ce c d avec sert`,
  es: `a al algo alguien algún alguna antes aquí así aún bien cada como con cual cuál cuales cuáles cuándo cuántos cuántas de debo
    desde donde dos e ella ellos en entre era eres esa ese eso esta está están estas este esto estos estoy fue ha hacer hace
    hago has hasta hay he la le les lo más me mis mucho muy nada ni no nos nosotros nuestra nuestro o otra otro pero poder
    porque pueden puede pues quiero sea ser si sí sin sobre soy su sus también tan tener tengo tiene tienen tu tus un unas unos
    usted ustedes va vamos y ya yo`,
  pt: `a ao aos alguém algum alguma antes até cada com como da das de dela dele desde dos e ela ele eles em entre era essa esse
    esta está estão este estou foi fazer faço fica há isso isto já lhe mais mas me mesmo meus minhas muito na nas nem nessa neste
    no nos nós nossa nosso num numa ou pela pelo pode podem por porque posso pra qual quais quantos quantas quer quero se sem ser
    seu seus só sou sua suas também tem têm tenho ter tudo um uma vai você vocês`,
  ru: `а без бы был была были было быть в вам вас весь во вот все всё вы где да для до его ее её если есть еще ещё ж же за
    зачем и из или им их к как какая какие какой когда кто ли мне могу можно мой моя мы на надо нам нас не него нее неё нет ни
    них но ну нужно о об он она они от откуда очень по под почему при с сколько со так также там тебя то тоже только тут ты у
    уже чего чем что чтобы эта эти это я который свой`,
  it: `a ad al alla alle anche avete che ci come con cui da dal dalla delle degli dei dell dello devo di dove e ed fare gli ha hai
    hanno ho i in io la le lo loro ma me mi mia mio ne nei nel nella no noi non nostro o per perché però più può puoi qual quale
    quali quando quanti quelle quello questa questo se sei senza si siamo solo sua sul sulla suo ti tra tu tua tuo tutti tutto un uno
    vi voi vostro`,
  nl: `aan al als bij dan dat deze die dit doen door een en er geen had heb hebben heeft hem hier hij hoeveel hun in is ja jullie
    je jij kunnen kunt maar me mee men mij moet naar niet nog nu of om onder ons onze ook op over te toch tot u uit uw veel want
    waren was we wel welke werd wij wil worden wordt zal ze zij zo zou`,
};

const removed: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...new Set([...grammarWords.keys(), ...Object.keys(furtherWords)])].map((language) => [
    language,
    new Set([...(grammarWords.get(language) ?? []), ...(furtherWords[language] ?? '').split(/\s+/)]),
  ]),
);

/** True for a folded function word of a language; English and Chinese ones are stop words, see `isStopWord`. */
export const isGrammarWord = (word: string, language: string): boolean =>
  removed.get(language.split('-', 1)[0] ?? '')?.has(word) === true;

/**
 * Removes function words: "Comment connecter WordPress ?" is searched as "connecter WordPress". English and Chinese
 * ones are kept, because the index weighs them. A question of nothing else stays as it is.
 */
export function withoutGrammar(question: string, language: string): string {
  const known = removed.get(language.split('-', 1)[0] ?? '');
  if (!known) return question;
  const rest = question
    .replace(/[\p{L}\p{M}]+/gu, (word) => (known.has(word.toLowerCase()) ? '' : word))
    .replace(/(?<!\p{L})-|-(?!\p{L})/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return /\p{L}{2}/u.test(rest) ? rest : question;
}

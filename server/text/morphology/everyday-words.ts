import { stemOf, type StemLanguage } from './stem.ts';

/**
 * Frequent verbs, nouns and adjectives of further languages that are seldom the subject of a question, in any form; English and Chinese
 * ones are in `common-words.ts`.
 */
const words: Readonly<Partial<Record<StemLanguage, string>>> = {
  de: `kommen komme kommt gehen nehmen nehme nimmt mitnehmen bringen mitbringen geben finden finde sehen lassen stehen liegen halten
    bleiben heißt heißen zeigen fragen sagen wissen kennen glauben denken meinen suchen helfen nutzen benutzen verwenden anfangen
    beginnen beginnt aufhören ändern lesen kaufen zahlen funktioniert funktionieren dauert dauern gilt gelten klappt loswerden
    bekommt erhalten erhalte kosten kostet kosteten tut tue tust kriegen kriege krieg kriegt lerne lernen fahren fahre laufen stellen setzen legen holen schicken senden hinterlassen mitmachen
    teilnehmen vorher nachher vorbei mal immer wieder heute morgen gestern zeit jahr jahre monat woche tag tage stunde stunden
    minute minuten leute mensch menschen mann frau person personen ding dinge sache sachen art weise grund frage fragen problem probleme
    möglichkeit beispiel ort stelle teil ende anfang name welt leben neu neue alt alte gut besser beste schlecht groß klein
    lang kurz früh spät schnell langsam leicht schwer einfach erste letzte nächste richtig falsch möglich nötig wichtig
    zwei drei vier fünf sechs sieben acht neun zehn selbst eigentlich vielleicht ungefähr genau`,
  fr: `aller venir viens vient vient prendre prend prends mettre mettez donner donne donnez trouver trouve voir vois laisser rester
    tenir dire dit montrer demander savoir sais sait connaître connaissez croire penser chercher cherche aider aide utiliser
    utilise commencer commence arrêter changer lire acheter achète payer marcher fonctionne fonctionner durer dure valoir coûter coûte coûtent
    vouloir veux voudrais souhaite souhaiterais aimerais arriver arrive porter recevoir reçois organiser organisez proposer
    proposez avoir obtenir gagner temps jour jours mois année années an ans semaine heure heures minute minutes gens homme femme personne
    personnes chose choses façon manière raison question problème exemple endroit lieu partie fin début nom monde vie nouveau
    nouvelle ancien bon bonne meilleur mauvais grand grande petit petite long longue court tôt tard vite lent facile difficile simple
    premier première dernier dernière prochain possible nécessaire important deux trois quatre cinq six sept huit neuf dix
    toujours jamais souvent aujourd hui demain hier environ vraiment quelque besoin moment`,
  es: `ir venir viene tomar toma poner pongo pone dar doy encontrar encuentro ver veo dejar quedar quedan decir dice mostrar preguntar
    saber sé sabe conocer creer pensar buscar busco ayudar usar uso utilizar empezar empieza comenzar parar cambiar cambio
    leer comprar compro pagar pago funcionar funciona durar dura tardar tarda valer vale costar cuesta cuestan querer quisiera quiero gustaría
    llegar llega pasar pasa llevar llevo recibir recibo salir salen obtener conseguir consigo ocurrir ocurre ofrecer ofrecéis tenéis
    hacéis tiempo día días mes meses año años semana hora horas minuto minutos gente hombre mujer persona personas cosa cosas forma
    manera modo razón pregunta problema ejemplo lugar sitio parte fin principio nombre mundo vida nuevo nueva viejo bueno buena mejor
    malo mal grande pequeño largo corto temprano tarde rápido lento fácil difícil simple primero último próximo posible necesario importante dos tres cuatro cinco seis siete ocho
    nueve diez siempre nunca hoy mañana ayer unos aproximadamente momento necesario`,
  pt: `ir vir vem tomar pôr ponho colocar dar dou encontrar encontro ver vejo deixar ficar dizer diz mostrar perguntar saber sei
    sabe conhecer acreditar pensar procurar ajudar usar uso utilizar começar começa parar mudar mudo ler comprar compro pagar pago
    funcionar funciona durar dura demorar demora valer vale custar custa custam querer gostaria chegar chega passar passa levar levo receber recebo sair obter conseguir
    consigo acontecer acontece oferecer oferecem tempo dia dias mês meses ano anos semana hora horas minuto minutos gente homem mulher pessoa
    pessoas coisa coisas forma maneira modo razão pergunta problema exemplo lugar parte fim começo nome mundo vida novo nova velho bom boa
    melhor mau mal grande pequeno longo curto cedo tarde rápido lento fácil difícil simples primeiro último próximo possível
    necessário importante dois três quatro cinco seis sete oito nove dez sempre nunca hoje amanhã ontem preciso momento`,
  it: `andare vado va venire viene prendere prendo mettere metto dare do trovare trovo vedere vedo lasciare restare rimanere dire
    dice mostrare chiedere sapere so sa conoscere credere pensare cercare cerco aiutare usare uso utilizzare cominciare iniziare
    inizia fermare cambiare cambio leggere comprare compro pagare pago funzionare funziona durare dura valere vale costare costa costano volere
    voglio vorrei arrivare arriva passare passa portare porto ricevere ricevo uscire ottenere riuscire succede succedere offrire offrite
    avete tempo giorno giorni mese mesi anno anni settimana ora ore minuto minuti gente uomo donna persona persone cosa cose modo maniera
    ragione domanda problema esempio luogo posto parte fine inizio nome mondo vita nuovo nuova vecchio buono buona migliore cattivo male
    grande piccolo lungo corto presto tardi veloce lento facile difficile semplice primo ultimo prossimo possibile necessario
    importante due tre quattro cinque sei sette otto nove dieci sempre mai oggi domani ieri bisogno momento`,
  nl: `gaan ga gaat komen kom komt nemen neem meenemen geven geef vinden vind zien zie laten blijven zeggen tonen vragen weten weet
    kennen denken zoeken zoek helpen gebruiken gebruik beginnen begint stoppen veranderen wijzigen lezen kopen koop betalen
    betaal werken werkt duren duurt kosten kost gelden krijgen krijg ontvangen brengen doen doe tijd dag dagen maand maanden jaar jaren week
    uur uren minuut minuten mensen man vrouw persoon personen ding dingen manier reden vraag probleem voorbeeld plaats plek deel einde begin naam
    wereld leven nieuw nieuwe oud oude goed beter beste slecht groot klein lang kort vroeg laat snel langzaam makkelijk moeilijk eenvoudig eerste
    laatste volgende mogelijk nodig belangrijk twee drie vier vijf zes zeven acht negen tien altijd nooit vandaag morgen gisteren`,
  ru: `идти прийти взять брать положить ставить поставить дать давать найти искать видеть посмотреть оставить сказать говорить показать
    спросить знать думать помочь помогает использовать начать начинать перестать изменить поменять читать купить
    платить работает работать длится нужны нужен нужна получить получать прислать отправить сделать делать избавиться убрать бороться
    спасти выбрать выбирать можете хочу хотим хотел надо стоит завелись появились происходит случилось бывает время день дни месяц год
    года лет неделя час часов минута минут люди человек людей вещь вещи способ образ причина вопрос проблема пример место часть конец начало имя
    жизнь новый новая старый хороший лучше лучший плохой большой маленький длинный короткий рано поздно быстро медленно легко трудно
    просто первый последний следующий возможно важно два три четыре пять шесть семь восемь девять десять всегда никогда сегодня
    завтра вчера сразу расскажите подскажите`,
};

const stems = new Map<StemLanguage, ReadonlySet<string>>();

/** True for a folded word of a language that is frequent in any conversation and seldom a subject. */
export function isEverydayWord(word: string, language: StemLanguage): boolean {
  const own = words[language];
  if (own === undefined) return false;
  let known = stems.get(language);
  if (known === undefined)
    stems.set(language, (known = new Set(own.split(/\s+/).map((one) => stemOf(one, language)))));
  return known.has(stemOf(word, language));
}

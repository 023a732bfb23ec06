/**
 * Words of German, French, Spanish, Portuguese, Italian, Dutch, Russian, Japanese and Korean that ask for a kind of fact, and words that
 * state one. Parts of patterns; those for English and Chinese are in `fact-kinds.ts`.
 */
export interface FactWords {
  /** For languages with blanks between words: whole words. */
  readonly asked: readonly string[];
  readonly shown: readonly string[];
  /** For Japanese and Korean: matched anywhere. */
  readonly askedDense: string;
  readonly shownDense: string;
}

const numerals =
  'zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|dreißig|vierzig|fünfzig|hundert|tausend|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|quinze|vingt|trente|cent|mille|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cien|mil|dois|duas|três|quatro|sete|oito|nove|dez|doze|vinte|trinta|due|tre|quattro|cinque|sei|sette|otto|dieci|dodici|venti|trenta|cento|twee|drie|vijf|zes|zeven|negen|tien|twaalf|twintig|honderd|дв[аеух]+|трёх|три|четыр[еёх]+|пят[ьи]|шест[ьи]|сем[ьи]|восемь|восьми|девят[ьи]|десят[ьи]|двадцат[ьи]|сто';

export const priceWords: FactWords = {
  asked: [
    'was kosten|was kostet|wie ?viel kostet?n?|wie teuer',
    'combien coûtent|combien coûte|combien (?:ça|cela) coûte|quels? (?:est|sont) les? (?:prix|tarifs?)',
    'cuánto (?:cuestan?|vale)|quanto (?:custam?|costano?|costa)|(?:qué|que|cuál es el|qual é o|qual è il) (?:precio|preço|prezzo)',
    'wat kost|wat kosten|hoeveel kost(?:en)?|сколько сто[ия]т|какая цена',
  ],
  shown: [
    'kostenlos|kostenfrei|gratis|umsonst|gratuite?s?|grátis|gratuit[oaie]s?|бесплатн\\p{L}+|руб\\p{L}*',
  ],
  askedDense: 'いくら|値段|料金|얼마(?!나)|가격',
  shownDense: '円|無料|\\p{N}\\s?[원만천]|무료',
};

export const weightWords: FactWords = {
  asked: [
    'wie schwer (?:ist|sind|war|darf|wird)|wie ?viel wieg(?:t|en)|was wiegt|combien pèsen?t?|quel (?:est le )?poids',
    '(?:cuánto|quanto) pesan?o?|quanto pesam|qu[ée] peso|qual é o peso|hoe zwaar|сколько вес[ия]т',
  ],
  shown: ['\\d+\\s?(?:kilos?|gramm|pfund|tonnen?|grammes?|tonnes|gramos|toneladas|кг|килограмм\\p{L}*)'],
  askedDense: '重さ|何キロ(?!メートル)|무게|몇 ?킬로그램',
  shownDense: '\\d\\s?(?:キロ|グラム|킬로|그램)',
};

export const ageWords: FactWords = {
  asked: [
    'wie alt|(?:ab|bis zu) welchem alter|welches (?:mindest)?alter|quel âge|à partir de quel âge',
    '(?:qué|que|qual a|che) (?:edad|idade|età)|(?:cuántos años|quantos anos|quanti anni)|hoe oud|сколько лет|какой возраст',
  ],
  shown: [
    'jahren?|jährige?[nrs]?|(?:mindest)?alter|geboren|ans|âge|née?|años|edad|naci[óo]|anos|idade|nasceu|anni|età|nat[oa]|jaar|geboren|лет|год\\p{L}*|возраст\\p{L}*|родил\\p{L}+',
  ],
  askedDense: '何歳|何才|年齢|몇 ?살|몇 ?세|나이',
  shownDense: '歳|才|年齢|生まれ|살|\\d\\s?세|나이|출생',
};

export const timeWords: FactWords = {
  asked: [
    'um wie ?viel uhr|à quelle heure|a qué hora|a que horas?|a che ora|hoe laat|во сколько|в котором часу',
  ],
  shown: [
    '\\d{1,2}\\s?(?:heures?|horas?|ore|uur|час\\p{L}*)|a las \\d+|às \\d+|alle \\d+|mittags?|mitternacht|midi|minuit',
  ],
  askedDense: '何時(?!間)|몇 ?시(?!간)',
  shownDense: '\\d\\s?시(?!간)|正午|정오',
};

export const temperatureWords: FactWords = {
  asked: [
    'welche[rn]? temperatur|bei wie ?viel grad|wie (?:warm|heiß|kalt) (?:ist|sind|wird|muss|soll)|quelle température',
    'qu[ée] temperatura|che temperatura|qual (?:é )?a temperatura|welke temperatuur|какая температура|при какой температуре',
  ],
  shown: [
    '(?:\\d+|\\p{L}+)\\s(?:grad|degrés?|grados|graus|gradi|graden|градус\\p{L}*)|zimmertemperatur|raumtemperatur',
  ],
  askedDense: '何度(?!も)|温度は|몇 ?도|온도',
  shownDense: '\\d\\s?(?:度|도)|室温|실온',
};

/** A duration: a number followed by its unit. */
const counted = (units: string): string =>
  `(?:\\p{N}+|${numerals}|eine[nrm]?|une?|una?|een|halbe[nrs]?|demie?|media|meia|mezz[ao]|mehrere|einige|wenige|quelques|plusieurs|un[oa]s|algun[oa]s|alcun[ei]|enkele|нескольк\\p{L}+|пол)[ -]?(?:${units})`;

export const durationWords: FactWords = {
  asked: [
    'wie lange|combien de temps|quelle (?:est la )?durée|cuánto (?:tiempo|dura|tarda)|quanto (?:tempo|dura|demora)',
    'hoe lang (?:duurt|moet|kan|mag|blijft)|как долго|сколько времени|сколько длится',
  ],
  shown: [
    counted(
      'sekunden?|minuten?|stunden?|tage?n?|nächte|wochen?|monate?n?|jahre?n?|secondes?|minutes?|heures?|jours?|nuits?|semaines?|mois|ans?|années?',
    ),
    counted(
      'segundos?|minutos?|horas?|días?|noches?|semanas?|mes(?:es)?|años?|dias?|noites?|mês|anos?|minut[oi]|or[ae]|giorn[io]|settiman[ae]|mes[ei]|ann[io]',
    ),
    counted(
      'uur|dagen|dag|weken|week|maanden|jaar|секунд\\p{L}*|минут\\p{L}*|час\\p{L}*|дн[яей]+|день|недел\\p{L}+|месяц\\p{L}*|год\\p{L}*|лет',
    ),
    'über nacht|sofort|unbegrenzt|dauerhaft|immédiatement|inmediatamente|imediatamente|subito|meteen|сразу|бессрочно',
  ],
  askedDense: 'どのくらいの?(?:時間|期間)|何時間|何日間|何分|얼마나 (?:걸|오래)|몇 ?(?:시간|분|일|주)',
  shownDense: '\\d\\s?(?:秒|分|時間|日|週間|か月|年|초|시간|일|주|개월|년|분)',
};

export const dayWords: FactWords = {
  asked: [
    'an welche[mn] (?:wochen)?tage?n?|welcher (?:wochen)?tag|quels? jours?|qué días?|(?:que|quais) dias?|(?:che|quali) giorn[io]|op welke dag(?:en)?|в какой день|в какие дни',
  ],
  shown: [
    '(?:mon|diens|donners|frei|sams|sonn)tag\\p{L}*|mittwoch\\p{L}*|sonnabends?|täglich|werktags|(?:lun|mar|mercre|jeu|vendre|same)di|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo',
    '(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|luned[iì]|marted[iì]|mercoled[iì]|gioved[iì]|venerd[iì]|sabato|domenica|(?:maan|dins|woens|donder|vrij|zater|zon)dag\\p{L}*|понедельник\\p{L}*|вторник\\p{L}*|сред[аыу]|четверг\\p{L}*|пятниц\\p{L}+|суббот\\p{L}+|воскресень\\p{L}+|ежедневно',
    '\\d{1,2}\\. (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)',
  ],
  askedDense: '何曜日|무슨 ?요일|어떤 ?요일',
  shownDense: '曜日|毎日|요일|매일',
};

export const countWords: FactWords = {
  asked: [
    "wie ?viele|combien d[e’'](?! ?temps)|cuánt[oa]s(?! años)|quant[oa]s(?! anos)|quant[ie](?! anni)|hoeveel (?!kost|weegt)|сколько (?!сто[ия]т|вес[ия]т|времени|лет|длится)\\p{L}+",
  ],
  shown: [
    `\\p{N}+\\p{L}*|${numerals}|mehrere|keine?|beide|einzige?[nrs]?|plusieurs|aucune?|varios|ningun[oa]?|vári[oa]s|nenhuma?|нескольк\\p{L}+`,
  ],
  askedDense: 'いくつ|何人|何個|何回|何本|何冊|何台|何種類|몇 ?(?:명|개|번|권|대|가지|종류)',
  shownDense:
    '[一二三四五六七八九十百千万]+\\s?(?:人|個|つ|回|本|冊|台)|(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\\s?(?:명|개|번|권|대|가지)',
};

export const sizeWords: FactWords = {
  asked: [
    'wie (?:groß|breit|tief|dick|weit|schnell|laut) (?:ist|sind|war|kann|darf|wird)|wie lang (?:ist|sind|war|darf)',
    'à quelle (?:distance|vitesse)|qué (?:tamaño|distancia|velocidad)|que (?:tamanho|distância|velocidade)|hoe (?:groot|breed|diep|ver|snel) (?:is|zijn)',
  ],
  shown: [`\\p{N}+\\p{L}*|${numerals}`],
  askedDense: '大きさ|広さ|距離|크기|거리',
  shownDense: '\\d',
};

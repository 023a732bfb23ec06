import { koreanStopWords } from '../morphology/korean.ts';

/**
 * Function words and polite phrases. They get a low weight rather than being removed, because "who", "can" and "why" still
 * distinguish two frequently asked questions.
 */

const english = `
a about above after again against all also am an and any are as at be because been before being below
between both but by can cannot could did do does doing down during each few for from further had has have
having he her here hers herself him himself his how i if in into is it its itself just many me more most much my
myself no nor not now of off on once only or other our ours ourselves out over own please same shall she
should so some such than that the their theirs them themselves then there these they this those through
to too under until up upon us versus very vs was we were what when where which while who whom whose why will with
would you your yours yourself yourselves may might must
dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt shouldnt hasnt havent hadnt
im ive id ill youre youve youd youll hes shes thats whats wheres theres theyre weve lets`;

/** Question words, particles and polite phrases as a segmenter splits them, in Simplified Chinese. */
const chinese = `
的 了 吗 呢 吧 啊 呀 嘛 么 是 在 和 与 及 或 也 都 就 而 被 把 给 从 对 为 于 以 之 其 此 该 这 那 哪 几 谁
什么 怎么 怎样 怎么样 怎么办 怎么回事 如何 为什么 为何 哪些 哪个 哪里 哪儿 哪种 何时 何地 多少 是否 请问
什么时候 什么样 什么东西 哪一 哪一个 干什么 为啥 啥 咋 咋样 几点 几时 几号 几天 几年 几个 几次 几位 几岁 大约有 有着
我 你 您 我们 你们 可以 能 会 要 有 能不能 会不会 要不要 可不可以 有没有 是不是`;

/** Particles, endings, question words and auxiliary verbs as a segmenter splits them; single hiragana letters are added below. */
const japanese = `
から まで より です ます でした ました ません ましょう ありま すか てい ている ています たい たら なら ので のに けど けれど だけ しか でも
には では とは への での もら もらえ もらえます いただけ くだ くださ ください さい しょう でしょう ます でき できる できます できない
する した して します しま される され せん あり ある あれ いる いい よい ない なし なる なり なっ こと もの よう ところ ため とき
どう どの どれ どこ どちら どなた どんな いつ いくら いくつ なぜ なに なん どうして どうやって どうすれ くらい ぐらい ほど かかり かかる かかります
何 何時 何时 何日 何人 何歳 何岁 何色 何回 誰 谁 この その あの これ それ あれ ここ そこ えたい たく とり つい ついて という`;

export const chineseStopWords: ReadonlySet<string> = new Set(chinese.trim().split(/\s+/));

const HIRAGANA = Array.from({ length: 0x3096 - 0x3041 + 1 }, (_, place) =>
  String.fromCharCode(0x3041 + place),
);

/** All stop words, folded. */
export const stopWords: ReadonlySet<string> = new Set([
  ...[english, chinese, japanese].flatMap((words) => words.trim().split(/\s+/)),
  ...HIRAGANA,
  ...koreanStopWords,
]);

/**
 * Function words and polite phrases. They are weighted down rather than removed, because "who", "can" and "why" still
 * tell two frequently asked questions apart.
 */

const english = `
a about above after again against all also am an and any are as at be because been before being below
between both but by can cannot could did do does doing down during each few for from further had has have
having he her here hers herself him himself his how i if in into is it its itself just many me more most much my
myself no nor not now of off on once only or other our ours ourselves out over own please same shall she
should so some such than that the their theirs them themselves then there these they this those through
to too under until up upon us very was we were what when where which while who whom whose why will with
would you your yours yourself yourselves may might must
dont doesnt didnt isnt arent wasnt werent cant couldnt wont wouldnt shouldnt hasnt havent hadnt
im ive id ill youre youve youd youll hes shes thats whats wheres theres theyre weve lets`;

/** Question words, particles and polite phrases, cut as a segmenter does, in Simplified Chinese. */
const chinese = `
的 了 吗 呢 吧 啊 呀 嘛 么 是 在 和 与 及 或 也 都 就 而 被 把 给 从 对 为 于 以 之 其 此 该 这 那 哪 几 谁
什么 怎么 怎样 怎么样 怎么办 怎么回事 如何 为什么 为何 哪些 哪个 哪里 哪儿 哪种 何时 何地 多少 是否 请问
我 你 您 我们 你们 可以 能 会 要 有 能不能 会不会 要不要 可不可以 有没有 是不是`;

export const englishStopWords: ReadonlySet<string> = new Set(english.trim().split(/\s+/));
export const chineseStopWords: ReadonlySet<string> = new Set(chinese.trim().split(/\s+/));

/** Particles and endings of Korean words, by the minimum length of the word before them, longest first. */
const afterOne = `
에서는 에서도 에게서 으로는 으로도 까지는 부터는 이에요 예요 인가요 입니까 입니다 이라는 라는 이라도 이란 에서 에게 에는 에도 으로 까지 부터
보다 처럼 마다 밖에 한테 이랑 하고 하나요 하는지 하려면 해야 해요 했어요 합니다 합니까 하면 하는 되나요 되는지 됩니까 됩니다 돼요
나요 까요 는지 려면 어요 아요 여요 워요 았어요 었어요 였어요 습니다 습니까 는데 은 는 을 를 에`;
const afterTwo = '이 가 의 로 와 과 도 만 나 랑 란 요 야 고 면 서 죠 지';

const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Function words between blanks: question words, auxiliary verbs and the most frequent polite forms. */
const functionWords = `
어떻게 어떤 무엇 무엇을 무엇이 무엇인가요 뭐 뭐가 뭐를 뭘 뭐예요 뭔가요 무슨 어디 어디서 어디에 어디에서 어디로 어디인가요 어디예요 어딘가요 언제 언제부터
언제까지 언제인가요 얼마 얼마나 얼마예요 얼마인가요 얼마죠 왜 누가 누구 누구인가요 누구예요 몇 어느 그 이 저 것 것은 것이 수 때 때는 할 하는 하면 하죠
하나요 되나요 되죠 되는지 있나요 있어요 있는지 있습니까 있을까요 없나요 없어요 해야 하려면 싶어요 싶습니다 싶은데 싶은데요 주세요 주나요 좀 제 제가 저는
저도 저의 우리 우리가 그리고 그런데 그러면 안 못 잘 더 다 또 꼭 좋을까요 좋아요 좋나요 대해 대한 위해 위한 인가요 건가요 알려 가르쳐`;

/** Korean stop words, including particles and endings. */
export const koreanStopWords: ReadonlySet<string> = new Set([
  ...wordsOf(functionWords),
  ...wordsOf(afterOne),
  ...wordsOf(afterTwo),
]);

const byLength = (words: readonly string[]): string =>
  words.toSorted((a, b) => b.length - a.length).join('|');
const ENDING = new RegExp(
  `^(?:(\\p{sc=Hangul}+?)(${byLength(wordsOf(afterOne))})|(\\p{sc=Hangul}{2,}?)(${byLength(wordsOf(afterTwo))}))$`,
  'u',
);

/** Splits a Korean word into its stem and its particle or ending: 텐트는 gives 텐트 and 는. Joined they are the word. */
export function cutKorean(word: string): readonly string[] {
  if (koreanStopWords.has(word)) return [word];
  const [, one, ending, two, particle] = ENDING.exec(word) ?? [];
  if (one !== undefined && ending !== undefined) return [one, ending];
  return two !== undefined && particle !== undefined ? [two, particle] : [word];
}

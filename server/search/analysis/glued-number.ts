/**
 * Parts of a name with a number attached: `windows11` gives `windows` and `11`, `64gb` gives `64` and `gb`, `rtx5070ti` gives three. Empty
 * for any other word, so that `h2o` and checksums stay whole.
 */
export function partsOf(word: string): readonly string[] {
  if (!NUMBER.test(word)) return [];
  const [, ...parts] =
    nameThenNumber.exec(word) ?? numberThenName.exec(word) ?? numberBetween.exec(word) ?? [];
  return parts;
}

const NUMBER = /\p{N}/u;
const nameThenNumber = /^(\p{L}{2,20})(\p{N}{1,5})$/u;
const numberThenName = /^(\p{N}{1,5})(\p{L}{2,20})$/u;
const numberBetween = /^(\p{L}{2,20})(\p{N}{1,5})(\p{L}{2,20})$/u;

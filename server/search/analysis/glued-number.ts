/**
 * What a name with a number glued to it is made of: `windows11` of `windows` and `11`, `64gb` of `64` and `gb`; nothing for
 * other words, so that `h2o` and checksums stay whole.
 */
export function partsOf(word: string): readonly string[] {
  const [, ...parts] = nameThenNumber.exec(word) ?? numberThenName.exec(word) ?? [];
  return parts;
}

const nameThenNumber = /^(\p{L}{2,20})(\p{N}{1,5})$/u;
const numberThenName = /^(\p{N}{1,5})(\p{L}{2,20})$/u;

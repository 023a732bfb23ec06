/** Numbers by chance that are the same each time. */
export interface Random {
  /** From 0 to 1. */
  number(): number;
  one<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const number = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    number,
    one(items) {
      const item = items[Math.floor(number() * items.length)];
      if (item === undefined) throw new Error('nothing to choose from');
      return item;
    },
    shuffled: (items) =>
      items
        .map((item) => ({ item, place: number() }))
        .toSorted((one, other) => one.place - other.place)
        .map(({ item }) => item),
  };
}

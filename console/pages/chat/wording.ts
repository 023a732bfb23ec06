type Wording = Readonly<Record<string, string>>;

/** The first text without custom wording. */
export const nextKey = (keys: readonly string[], wording: Wording): string | undefined =>
  keys.find((key) => !Object.hasOwn(wording, key));

/** Changes the wording of a row, or moves it to another text; the rows keep their order. */
export const withText = (
  wording: Wording,
  { from, to, text }: { readonly from: string; readonly to: string; readonly text: string },
): Wording =>
  Object.hasOwn(wording, from)
    ? Object.fromEntries(
        Object.entries(wording).map(([key, before]) => (key === from ? [to, text] : [key, before])),
      )
    : { ...wording, [to]: text };

export const withoutText = (wording: Wording, key: string): Wording =>
  Object.fromEntries(Object.entries(wording).filter(([one]) => one !== key));

/** Values to fill into `{name}`. */
export type TextValues = Readonly<Record<string, string | number>>;

/**
 * Replaces the placeholders of a text by their values; names without a value stay as they are written. A space is put
 * between a Chinese character and a Latin letter or digit.
 */
export const filled = (text: string, values: TextValues): string =>
  text.replace(
    /(\p{sc=Han}?)\{(\w+)\}(?=(\p{sc=Han}?))/gu,
    (whole, before: string, name: string, after: string) => {
      if (values[name] === undefined) return whole;
      const value = String(values[name]);
      const first = before !== '' && /^[\p{sc=Latin}\d]/u.test(value) ? ' ' : '';
      const last = after !== '' && /[\p{sc=Latin}\d]$/u.test(value) ? ' ' : '';
      return before + first + value + last;
    },
  );

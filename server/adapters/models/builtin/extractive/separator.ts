/** What stands between a text and what follows it on the line: nothing behind Chinese characters and marks, else a blank. */
export const separatorAfter = (text: string): '' | ' ' =>
  /[\u3000-\u9FFF\uFF00-\uFFEF]["'”’]*$/.test(text) ? '' : ' ';

/* The package ships its dictionaries without types: pairs of a character or phrase and its form, `萬 万|與 与`. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  export default pairs;
}
declare module 'opencc-js/dict/TWPhrases' {
  const pairs: string;
  export default pairs;
}
declare module 'opencc-js/dict/TWPhrasesRev' {
  const pairs: string;
  export default pairs;
}

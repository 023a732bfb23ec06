/** The package ships its dictionaries without types: pairs of a character and its form, `萬 万|與 与`. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string;
  export default pairs;
}

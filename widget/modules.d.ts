/** File names of the modules, which contain the hash of their content, set by the build. */
declare module 'virtual:docent-modules' {
  export const chatModule: string;
  export const dragModule: string;
  export const searchModule: string;
  export const mapsModule: string;
  export const overlayModule: string;
  export const petModule: string;
  export const previewModule: string;
  export const relatedModule: string;
  export const wordsModule: string;
}

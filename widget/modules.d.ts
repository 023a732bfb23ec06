/** File names of the modules, which contain the hash of their content, set by the build. */
declare module 'virtual:docent-modules' {
  export const chatModule: string;
  export const searchModule: string;
  export const mindMapModule: string;
  export const petModule: string;
}

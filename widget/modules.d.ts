/** What the build knows and the loader needs: file names of the modules, which carry the hash of their content. */
declare module 'virtual:docent-modules' {
  export const chatModule: string;
  export const searchModule: string;
  export const mindMapModule: string;
  export const petModule: string;
}

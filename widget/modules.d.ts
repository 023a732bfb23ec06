/** File names of the modules, which carry the hash of their content: only the build knows them. */
declare module 'virtual:docent-modules' {
  export const chatModule: string;
  export const searchModule: string;
  export const mindMapModule: string;
  export const petModule: string;
}

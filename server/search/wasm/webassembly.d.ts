/** The parts of WebAssembly that the kernels use: the server's types are those of Node without DOM. */
declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
  type Module = object;

  const Memory: new (size: { initial: number; maximum?: number }) => Memory;
  const Module: new (bytes: Uint8Array<ArrayBuffer>) => Module;
  const Instance: new (module: Module, imports: Record<string, Record<string, Memory>>) => Instance;
}

import type { Explanation } from '../../contract/explanations/explain.ts';

/** A model that Docent can run itself, and whether it is here. */
export interface InHouseModel {
  readonly id: string;
  readonly kind: 'embedding' | 'rerank';
  readonly licence: string;
  /** Address of the page about it; `''` when none is known. */
  readonly source: string;
  readonly bytes: number;
  readonly dimensions?: number;
  /** Whether this project has measured what it does to answers. */
  readonly measured: boolean;
  readonly installed: boolean;
  /** What computes it, or would. */
  readonly runtime: 'native' | 'wasm';
  /** Processor time of this runtime for a usual passage. */
  readonly passageMs?: number;
  /** What is being done. */
  readonly progress?: {
    readonly step: 'files' | 'runtime';
    readonly done: number;
    readonly total: number;
    /** Where the files come from; `''` before the first byte. */
    readonly from: string;
  };
  /** Why the last installation ended without the model, or without the native runtime. */
  readonly problem?: { readonly text: string; readonly explanation?: Explanation };
}

/** Installs and removes the models that this process runs itself. */
export interface InHouseAdmin {
  list(): readonly InHouseModel[];
  /** Begins to install a model that is known by name. Throws the Faults `not-found` and `busy`. */
  install(id: string): void;
  /** Ends a running installation; what is here of it stays for the next one. */
  stop(id: string): void;
  /** Takes the files away. Throws the Fault `not-found`. */
  remove(id: string): Promise<void>;
  /** Ends a running installation. */
  close(): Promise<void>;
}

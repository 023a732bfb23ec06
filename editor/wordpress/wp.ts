// The parts of the WordPress scripts that are used; WordPress loads them before ours.

/** A block of an article in the block editor. */
export interface Block {
  readonly clientId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly innerBlocks: readonly Block[];
}

/** A format of a unit of text, such as bold. The same object stands for one run. */
export interface Format {
  readonly type: string;
}

/** A text with formats: one list per unit that has any. */
export interface RichText {
  readonly text: string;
  readonly formats: readonly (readonly Format[] | undefined)[];
  readonly replacements: readonly unknown[];
}

interface BlockEditorSelectors {
  getBlocks(): readonly Block[];
  getBlock(clientId: string): Block | null;
  getSelectedBlockClientId(): string | null;
  getMultiSelectedBlockClientIds(): readonly string[];
  getBlockRootClientId(clientId: string): string | null;
  getBlockIndex(clientId: string): number;
}

interface BlockEditorActions {
  updateBlockAttributes(
    clientIds: readonly string[],
    attributes: Readonly<Record<string, Readonly<Record<string, string>>>>,
    uniqueByBlock: boolean,
  ): void;
  insertBlocks(blocks: readonly Block[], index: number, rootClientId: string, select: boolean): void;
  replaceBlocks(clientIds: readonly string[], blocks: readonly Block[]): void;
  removeBlocks(clientIds: readonly string[], selectPrevious: boolean): void;
}

interface EditorSelectors {
  getCurrentPostId(): number | string | null;
  getPermalink?(): string | null;
}

/** The registry of all stores; listeners see the changes inside `batch` at once. */
export interface Registry {
  select(store: 'core/block-editor'): BlockEditorSelectors;
  select(store: 'core/editor'): EditorSelectors;
  dispatch(store: 'core/block-editor'): BlockEditorActions;
  batch(changes: () => void): void;
}

/** A component; WordPress brings its own React. */
type Component = (props: Readonly<Record<string, unknown>>) => unknown;

export interface Wp {
  readonly plugins: { registerPlugin(name: string, plugin: { icon: string; render: () => unknown }): void };
  readonly element: {
    createElement(
      type: string | Component,
      props: Readonly<Record<string, unknown>>,
      ...children: unknown[]
    ): unknown;
    useEffect(effect: () => (() => void) | undefined, inputs: readonly unknown[]): void;
    useRef(): { readonly current: HTMLElement | null };
  };
  /** Since WordPress 6.6 the sidebar is here, before in `editPost`. */
  readonly editor?: { readonly PluginSidebar?: Component };
  readonly editPost?: { readonly PluginSidebar?: Component };
  readonly data: { useRegistry(): Registry };
  readonly blocks: {
    createBlock(name: string, attributes: Readonly<Record<string, unknown>>): Block;
    getBlockType(
      name: string,
    ): { readonly attributes: Readonly<Record<string, { source?: string; multiline?: string }>> } | undefined;
  };
  readonly richText: {
    create(from: { html?: string; text?: string }): RichText;
    toHTMLString(from: { value: RichText }): string;
    insert(value: RichText, inserted: RichText, start: number, end: number): RichText;
    split(value: RichText, separator: string): readonly RichText[];
    applyFormat(
      value: RichText,
      format: Format & { attributes: Readonly<Record<string, string>> },
      start: number,
      end: number,
    ): RichText;
  };
  apiFetch(request: { path: string; method: string; data: unknown; signal: AbortSignal }): Promise<unknown>;
}

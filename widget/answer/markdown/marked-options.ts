import { getDefaults, type MarkedOptions, type RendererExtension, type TokenizerExtension } from 'marked';

/** A rule of our own for what Markdown is, with its HTML where marked has none for it. */
export type MarkdownRule = TokenizerExtension & Partial<Pick<RendererExtension, 'renderer'>>;

/**
 * Options for marked's lexer and parser with more rules. Marked's class `Marked` makes them in the same way, but visitors would
 * load all of its other uses with it.
 */
export function optionsWith(rules: readonly MarkdownRule[]): MarkedOptions {
  const of = (level: MarkdownRule['level']) => rules.filter((rule) => rule.level === level);
  // A later rule is tried before an earlier one.
  const tokenizers = (level: MarkdownRule['level']) =>
    of(level)
      .map(({ tokenizer }) => tokenizer)
      .toReversed();
  const starts = (level: MarkdownRule['level']) => of(level).flatMap(({ start }) => start ?? []);
  return {
    ...getDefaults(),
    extensions: {
      renderers: Object.fromEntries(
        rules.flatMap(({ name, renderer }) => (renderer ? [[name, renderer]] : [])),
      ),
      childTokens: {},
      block: tokenizers('block'),
      inline: tokenizers('inline'),
      startBlock: starts('block'),
      startInline: starts('inline'),
    },
  };
}

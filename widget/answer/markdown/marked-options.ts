import { getDefaults, type MarkedOptions, type RendererExtension, type TokenizerExtension } from 'marked';

/** A custom Markdown rule, with its HTML where marked has none for it. */
export type MarkdownRule = TokenizerExtension & Partial<Pick<RendererExtension, 'renderer'>>;

/**
 * Options for marked's lexer and parser with further rules. Marked's class `Marked` builds them in the same way, but
 * would add code that is not needed here.
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

import { createElement, useEffect, type CSSProperties, type ReactElement } from 'react';
import { embedDocent, type EmbedOptions } from './embed.ts';

export interface DocentProps extends EmbedOptions {
  /** True puts the conversation in place of the component instead of behind a button. */
  readonly inline?: boolean;
  readonly className?: string;
  readonly style?: CSSProperties;
}

/** The widget, as long as the component is on the page. */
export function Docent({ inline, className, style, ...options }: DocentProps): ReactElement | null {
  const given = JSON.stringify(options);
  useEffect(() => embedDocent(JSON.parse(given)), [given]);
  return inline ? createElement('docent-chat', { inline: '', class: className, style }) : null;
}

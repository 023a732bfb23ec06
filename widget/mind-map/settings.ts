import type { Look } from '../appearance/shell.ts';
import type { OwnTexts } from '../texts/texts.ts';
import { fieldsOf, textOf, textsOf, wordOf } from '../kit/coerce.ts';

export interface MapSettings {
  readonly enabled: boolean;
  readonly look: Look;
  /** The site's own wording. */
  readonly texts: OwnTexts;
}

/** The settings of maps in the public configuration, whatever arrived; theme and colour are the chat's unless they have their own. */
export function mapSettingsFrom(value: unknown): MapSettings {
  const { mindmapEnabled, mindmapTheme, mindmapColor, theme, color } = fieldsOf(value);
  const own = wordOf(mindmapTheme, ['inherit', 'auto', 'system', 'light', 'dark'], 'inherit');
  return {
    enabled: mindmapEnabled !== false,
    texts: textsOf(fieldsOf(value).texts, 500),
    look: {
      theme: own === 'inherit' ? wordOf(theme, ['auto', 'light', 'dark'], 'auto') : own,
      color: textOf(mindmapColor, 9) || textOf(color, 9, '#5387C4'),
    },
  };
}

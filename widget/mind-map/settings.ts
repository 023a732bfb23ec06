import type { Look } from '../appearance/shell.ts';
import type { OwnTexts } from '../texts/texts.ts';
import { fieldsOf, textOf, textsOf, wordOf } from '../kit/coerce.ts';

export interface MapSettings {
  readonly look: Look;
  /** Texts replaced by the site. */
  readonly texts: OwnTexts;
}

/** Reads the settings of maps from the public configuration; theme and colour default to the chat's. */
export function mapSettingsFrom(value: unknown): MapSettings {
  const { mindmapTheme, mindmapColor, theme, color } = fieldsOf(value);
  const own = wordOf(mindmapTheme, ['inherit', 'auto', 'system', 'light', 'dark'], 'inherit');
  return {
    texts: textsOf(fieldsOf(value).texts, 500),
    look: {
      theme: own === 'inherit' ? wordOf(theme, ['auto', 'light', 'dark'], 'auto') : own,
      color: textOf(mindmapColor, 9) || textOf(color, 9, '#5387C4'),
    },
  };
}

import type { Look } from '../appearance/shell.ts';
import { fieldsOf, textOf, wordOf } from '../kit/coerce.ts';

export interface MapSettings {
  readonly enabled: boolean;
  readonly look: Look;
}

/** What the public configuration says about maps, whatever arrived; theme and colour are the chat's unless they have their own. */
export function mapSettingsFrom(value: unknown): MapSettings {
  const { mindmapEnabled, mindmapTheme, mindmapColor, theme, color } = fieldsOf(value);
  const own = wordOf(mindmapTheme, ['inherit', 'auto', 'system', 'light', 'dark'], 'inherit');
  return {
    enabled: mindmapEnabled !== false,
    look: {
      theme: own === 'inherit' ? wordOf(theme, ['auto', 'light', 'dark'], 'auto') : own,
      color: textOf(mindmapColor, 9) || textOf(color, 9, '#5387C4'),
    },
  };
}

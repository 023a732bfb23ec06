import type { WidgetConfig } from '../../contract/widget/widget-config.ts';
import type { OwnTexts } from '../texts/texts.ts';
import type { ThemeChoice } from '../appearance/theme.ts';
import { fieldsOf, textOf, textsOf, wholeOf, wordOf } from '../kit/coerce.ts';

/** The part of the public configuration that every page needs; sizes and offsets are CSS pixels. */
export type ShellSettings = Readonly<
  {
    searchTheme: ThemeChoice;
    siteTitle: string;
    texts: OwnTexts;
    /** The whole configuration, for the modules that read more of it. */
    given: unknown;
  } & Pick<
    WidgetConfig,
    | 'position'
    | 'color'
    | 'icon'
    | 'triggerSize'
    | 'triggerLabel'
    | 'theme'
    | 'width'
    | 'height'
    | 'triggerAlign'
    | 'triggerOffsetY'
    | 'triggerOffsetX'
    | 'triggerShape'
    | 'allowGuest'
    | 'searchEnabled'
    | 'searchColor'
  >
>;

/** Reads the configuration: missing or invalid fields get their default. Chat and search are on unless exactly false. */
export function shellSettingsFrom(value: unknown): ShellSettings {
  const given = fieldsOf(value);
  const color = textOf(given.color, 9, '#5387C4');
  const theme = wordOf(given.theme, ['auto', 'light', 'dark'], 'auto');
  const searchTheme = wordOf(given.searchTheme, ['inherit', 'auto', 'system', 'light', 'dark'], 'inherit');
  return {
    given: value,
    position: textOf(given.position, 40, 'right-bottom'),
    color,
    icon: textOf(given.icon, 60, 'ri-chat-3-line'),
    triggerSize: wholeOf(given.triggerSize, 28, 96, 48),
    triggerLabel: Array.from(textOf(given.triggerLabel, 20).trim()).slice(0, 4).join(''),
    theme,
    width: wholeOf(given.width, 300, 900, 400),
    height: wholeOf(given.height, 360, 1000, 600),
    triggerAlign: wordOf(given.triggerAlign, ['auto', 'manual'], 'auto'),
    triggerOffsetY: wholeOf(given.triggerOffsetY, 0, 600, 125),
    triggerOffsetX: wholeOf(given.triggerOffsetX, 0, 600, 17),
    triggerShape: wordOf(given.triggerShape, ['square', 'rounded', 'circle'], 'circle'),
    allowGuest: given.allowGuest !== false,
    searchEnabled: given.searchEnabled !== false,
    searchTheme: searchTheme === 'inherit' ? theme : searchTheme,
    searchColor: textOf(given.searchColor, 9) || color,
    siteTitle: textOf(given.siteTitle, 80).trim(),
    texts: textsOf(given.texts, 500),
  };
}

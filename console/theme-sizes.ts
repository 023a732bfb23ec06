import type { GlobalThemeOverrides } from 'naive-ui';

/**
 * Sizes of texts and their containers, scaled by the browser's text size (WCAG 2.2, 1.4.4). Naive UI defines and
 * computes them in pixels, so they stay pixels, multiplied by the scale. Options of menus are at least 44 px high for fingers.
 */
export function sizeOverrides(scale: number, isForFingers: boolean): GlobalThemeOverrides {
  const size = (pixels: number) => `${pixels * scale}px`;
  const option = isForFingers ? `${Math.max(44, 34 * scale)}px` : size(34);
  const heights = {
    heightMini: size(16),
    heightTiny: size(22),
    heightSmall: size(28),
    heightMedium: size(34),
    heightLarge: size(40),
    heightHuge: size(46),
  };
  const texts = {
    fontSize: size(14),
    fontSizeMini: size(12),
    fontSizeTiny: size(12),
    fontSizeSmall: size(14),
    fontSizeMedium: size(14),
    fontSizeLarge: size(15),
    fontSizeHuge: size(16),
  };
  return {
    common: { ...heights, ...texts },
    Alert: { iconSize: size(24), closeSize: size(20), closeIconSize: size(16) },
    Button: { iconSizeTiny: size(14), iconSizeSmall: size(18), iconSizeMedium: size(18) },
    Card: { titleFontSizeSmall: size(16), titleFontSizeMedium: size(18) },
    Checkbox: { sizeSmall: size(14), sizeMedium: size(16) },
    DatePicker: {
      itemSize: size(24),
      itemCellWidth: size(38),
      itemCellHeight: size(32),
      scrollItemWidth: size(80),
      scrollItemHeight: size(40),
      calendarTitleHeight: size(28),
      calendarDaysHeight: size(32),
    },
    Dropdown: { optionHeightMedium: option },
    InternalSelectMenu: { optionHeightSmall: option, optionHeightMedium: option },
    Form: {
      feedbackFontSizeSmall: size(13),
      feedbackFontSizeMedium: size(13),
      feedbackHeightSmall: size(24),
      feedbackHeightMedium: size(24),
      labelFontSizeLeftSmall: size(14),
      labelFontSizeLeftMedium: size(14),
      labelFontSizeTopSmall: size(13),
      labelFontSizeTopMedium: size(14),
      labelHeightSmall: size(24),
      labelHeightMedium: size(26),
    },
    Dialog: { titleFontSize: size(17), titleFontWeight: '600', closeSize: size(28), closeIconSize: size(18) },
    Drawer: { titleFontSize: size(17), titleFontWeight: '600' },
    Message: { fontSize: size(14), iconSize: size(20), maxWidth: `min(${size(720)}, 96vw)`, minWidth: '0' },
    Radio: { radioSizeSmall: size(14), radioSizeMedium: size(16) },
    Tabs: { tabFontSizeSmall: size(14), tabFontSizeMedium: size(14), tabFontSizeLarge: size(16) },
    TimePicker: { itemFontSize: size(12), itemHeight: size(36), itemWidth: size(52) },
  };
}

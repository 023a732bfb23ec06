import type { GlobalThemeOverrides } from 'naive-ui';

/** Colours of the console; contrasts are at least 4.5:1 on both backgrounds (WCAG 2.2, 1.4.3). */
export const colorOverrides = (isDark: boolean): GlobalThemeOverrides => (isDark ? dark : light);

/** The border of an unchecked box has a contrast of at least 3:1, since nothing else shows it (WCAG 2.2, 1.4.11). */
const box = (color: string) => ({ border: `1px solid ${color}` });

/** Labels are aligned with their fields. */
const labelSpace = '0 0 6px 0';
/** So do the words below them. */
const feedbackSpace = '4px 0 0 0';

const light: GlobalThemeOverrides = {
  common: {
    primaryColor: '#2f5fb3',
    primaryColorHover: '#27529d',
    primaryColorPressed: '#1f4485',
    primaryColorSuppl: '#2f5fb3',
    infoColor: '#2f5fb3',
    successColor: '#146c43',
    warningColor: '#854e00',
    errorColor: '#b3261e',
    textColor3: '#5f6675',
    placeholderColor: '#6b7280',
    bodyColor: '#f5f6f8',
    borderRadius: '8px',
  },
  Empty: { textColor: '#5f6675' },
  Checkbox: box('#7d8494'),
  Form: { labelPaddingVertical: labelSpace, feedbackPadding: feedbackSpace },
};

const dark: GlobalThemeOverrides = {
  common: {
    primaryColor: '#8ab0f5',
    primaryColorHover: '#a5c2f8',
    primaryColorPressed: '#6f9bea',
    primaryColorSuppl: '#8ab0f5',
    infoColor: '#8ab0f5',
    successColor: '#63c796',
    warningColor: '#e0ac5a',
    errorColor: '#f2958f',
    textColor3: '#a3a9b6',
    placeholderColor: '#9aa1af',
    borderRadius: '8px',
  },
  Empty: { textColor: '#a3a9b6' },
  Checkbox: box('#7b8190'),
  Form: { labelPaddingVertical: labelSpace, feedbackPadding: feedbackSpace },
};

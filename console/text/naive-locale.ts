import type { InterfaceLanguage } from '../../contract/site/interface-language.ts';
import { enUS, zhCN, type NLocale } from 'naive-ui';
import { commonTexts } from './shared-texts.ts';

/** Texts that replace the component library's: no "Please Input" in every empty field. */
export const naiveLocale: Readonly<Record<InterfaceLanguage, NLocale>> = {
  en: {
    ...enUS,
    Input: { placeholder: '' },
    InputNumber: { placeholder: '' },
    Select: { placeholder: 'Select' },
    Empty: { description: commonTexts.en.empty },
    DatePicker: {
      ...enUS.DatePicker,
      startDatePlaceholder: 'Start date',
      endDatePlaceholder: 'End date',
      selectDate: 'Select a date',
    },
  },
  zh: {
    ...zhCN,
    Input: { placeholder: '' },
    InputNumber: { placeholder: '' },
    Select: { placeholder: '请选择' },
    Empty: { description: commonTexts.zh.empty },
  },
};

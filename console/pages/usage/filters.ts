import { callStatuses } from '../../../contract/usage/figures.ts';

/** The filters of the page with their defaults, which are left out of the address. */
export const usageFilters = {
  range: '7d',
  start: '',
  end: '',
  model: '',
  calls: '',
  type: '',
  scenario: '',
  status: 'all',
  sort: 'desc',
};

/** The words of the filters that have a fixed choice. */
export const usageChoices = {
  range: ['today', '7d', '30d'],
  calls: ['', 'open'],
  status: ['all', ...callStatuses],
  sort: ['asc', 'desc'],
} as const;

export type UsageFilters = typeof usageFilters;

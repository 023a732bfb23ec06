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

export type UsageFilters = typeof usageFilters;

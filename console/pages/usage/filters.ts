/** What the page is about, with the defaults that do not stand in the address. */
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

import { type ReviewView, sorts, statuses } from './participation-list.ts'

export const reviewViewIn = (get: (name: string) => string): ReviewView => ({
  text: get('q'),
  division:
    get('division') === 'none' ? 'none' : /^\d{1,9}$/.test(get('division')) ? Number(get('division')) : null,
  status: statuses.find((status) => status === get('status')) ?? null,
  sort: sorts.find((sort) => sort === get('sort')) ?? 'applied',
  descending: get('order') === 'down',
})

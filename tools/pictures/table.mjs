// @ts-check

/**
 * A picture of the manual. `path` of the address may hold `:game`, the sample event's id, and `:challenge`, that
 * of its first challenge; `ready` is what is there when there is something to see.
 *
 * @typedef {{ name: string, path: string, ready: string, width?: number }} Picture
 */

/** @type {readonly Picture[]} */
export const pictures = [
  {
    name: 'games',
    path: '/admin/games',
    ready: 'main table tbody tr[data-row], main table tbody tr:not([aria-hidden])',
  },
  {
    name: 'overview',
    path: '/admin/games/:game',
    ready: 'main table tbody tr[data-row], main table tbody tr:not([aria-hidden])',
  },
  { name: 'info', path: '/admin/games/:game/info', ready: 'main textarea' },
  { name: 'divisions', path: '/admin/games/:game/divisions', ready: 'main h2, main table' },
  {
    name: 'challenges',
    path: '/admin/games/:game/challenges',
    ready: 'main table tbody tr[data-row], main table tbody tr:not([aria-hidden])',
  },
  { name: 'challenge', path: '/admin/games/:game/challenges/:challenge', ready: 'main textarea' },
  { name: 'scoring', path: '/admin/games/:game/scoring', ready: 'main svg' },
  {
    name: 'review',
    path: '/admin/games/:game/review',
    ready: 'main table tbody tr[data-row], main table tbody tr:not([aria-hidden])',
  },
  {
    name: 'submissions',
    path: '/games/:game/monitor/submissions',
    ready: 'main table tbody tr[data-row], main table tbody tr:not([aria-hidden])',
  },
  { name: 'cheating', path: '/games/:game/monitor/cheatinfo', ready: 'main' },
  { name: 'status', path: '/admin/status', ready: 'main h2' },
  {
    name: 'review-phone',
    path: '/admin/games/:game/review',
    ready: 'main table tbody tr[data-row], main table tbody tr:not([aria-hidden])',
    width: 390,
  },
]

/** `web` is always loaded; every other area is loaded with its page. */
export const areas = [
  'web',
  'account',
  'play',
  'instance',
  'solve',
  'team',
  'board',
  'cockpit',
  'shell',
  'staff',
  'organise',
  'monitor',
  'admin',
  'field',
  'change',
] as const
export type Area = (typeof areas)[number]

export const frameArea: Area = 'web'

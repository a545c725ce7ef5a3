/**
 * The files of `locales/<tag>/` that the client speaks from. `web` is the frame and the home page and always
 * there; whatever else a page speaks from is loaded with the page, and sees the texts of `web`, too.
 */
export const areas = [
  'web',
  'account',
  'play',
  'shell',
  'desk',
  'organise',
  'monitor',
  'admin',
  'field',
] as const
export type Area = (typeof areas)[number]

export const frameArea: Area = 'web'

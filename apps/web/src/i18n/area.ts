import type staff from '@pennant/i18n/locales/en-US/staff.json'
import type shell from '@pennant/i18n/locales/en-US/shell.json'
import type web from '@pennant/i18n/locales/en-US/web.json'

/** `web` is always loaded; every other area is loaded with its page. */
export const areas = [
  'web',
  'account',
  'play',
  'instance',
  'solve',
  'label',
  'live',
  'team',
  'board',
  'record',
  'cockpit',
  'results',
  'reveal',
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

export type FrameText = keyof typeof web

export type ShellText = keyof typeof shell

export type StaffText = keyof typeof staff

export const errorTextKeys = {
  title: 'error.title',
  stack: 'error.stack',
  requestId: 'common.requestId',
  hint: 'error.hint',
  retry: 'common.retry',
  cleanCache: 'error.cleanCache',
} as const satisfies Record<string, FrameText>

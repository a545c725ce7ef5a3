import type staff from '@pennant/i18n/locales/en-US/staff.json'
import type shell from '@pennant/i18n/locales/en-US/shell.json'
import type web from '@pennant/i18n/locales/en-US/web.json'

export type FrameText = keyof typeof web

export type ShellText = keyof typeof shell

export type StaffText = keyof typeof staff

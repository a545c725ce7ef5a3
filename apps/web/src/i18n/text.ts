import type desk from '@pennant/i18n/locales/en-US/desk.json'
import type shell from '@pennant/i18n/locales/en-US/shell.json'
import type web from '@pennant/i18n/locales/en-US/web.json'

/** The key of a text of the frame. */
export type FrameText = keyof typeof web

/** The key of a text of what the frame opens: commands, colours, keys. */
export type ShellText = keyof typeof shell

/** The key of a text that the screens of organisers, monitors and administrators share. */
export type DeskText = keyof typeof desk

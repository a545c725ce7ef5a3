import type web from '@pennant/i18n/locales/en-US/web.json'

/** The key of a text of the frame. */
export type FrameText = keyof typeof web

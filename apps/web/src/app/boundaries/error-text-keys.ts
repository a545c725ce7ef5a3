import type { FrameText } from '../../i18n/text.ts'

/** What the error screen says. The build copies these texts of every language into the page itself. */
export const errorTextKeys = {
  title: 'error.title',
  stack: 'error.stack',
  hint: 'error.hint',
  retry: 'common.retry',
  cleanCache: 'error.cleanCache',
} as const satisfies Record<string, FrameText>

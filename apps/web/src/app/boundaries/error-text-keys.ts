import type { FrameText } from '../../i18n/area.ts'

export const errorTextKeys = {
  title: 'error.title',
  stack: 'error.stack',
  requestId: 'common.requestId',
  hint: 'error.hint',
  retry: 'common.retry',
  cleanCache: 'error.cleanCache',
} as const satisfies Record<string, FrameText>

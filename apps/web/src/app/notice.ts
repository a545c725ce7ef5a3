import type { NavigateOptions } from 'react-router'

export const notices = [
  'administratorCreated',
  'registered',
  'loggedIn',
  'loggedOut',
  'banned',
  'addressConfirmed',
  'addressChanged',
  'passwordChanged',
] as const
export type Notice = (typeof notices)[number]

export const withNotice = (notice: Notice): { notice: Notice } => ({ notice })

/** Before the pages learn that the session has ended, since a guard leads on with the notice that it finds. */
export const outWithNotice = (notice: Notice): NavigateOptions => ({
  replace: true,
  state: withNotice(notice),
  flushSync: true,
})

/** Anything may have written the history. */
export const noticeIn = (state: unknown): Notice | null => {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null
  return notices.find((notice) => notice === state.notice) ?? null
}

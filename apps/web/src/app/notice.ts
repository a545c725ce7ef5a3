/** What has just happened, carried to the page that comes next. */
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

/** The state of a navigation. */
export const withNotice = (notice: Notice): { notice: Notice } => ({ notice })

/** Reads it again, from a history that anything may have written. */
export const noticeIn = (state: unknown): Notice | null => {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null
  return notices.find((notice) => notice === state.notice) ?? null
}

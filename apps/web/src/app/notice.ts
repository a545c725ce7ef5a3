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

/** Anything may have written the history. */
export const noticeIn = (state: unknown): Notice | null => {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return null
  return notices.find((notice) => notice === state.notice) ?? null
}

const shown = 8

/** The whole address is enough to connect, so only the first digits of its id are shown. */
export const shortRemote = (remote: string): string => {
  const url = URL.canParse(remote) ? new URL(remote) : null
  if (url === null) return 'an unreadable address'
  const path = url.pathname
    .split('/')
    .map((part) => (part.length > shown + 4 ? `${part.slice(0, shown)}…` : part))
    .join('/')
  return `${url.protocol}//${url.host}${path}${url.search === '' ? '' : '?…'}`
}

const maxLength = 2048

export const faultOfRemote = (text: string): string | null => {
  if (text.length > maxLength) return 'it is too long'
  if (/\s/.test(text) || !URL.canParse(text)) return 'it is no address'
  const url = new URL(text)
  if (url.protocol !== 'ws:' && url.protocol !== 'wss:') return 'it must begin with ws:// or wss://'
  if (url.hash !== '' || text.includes('#')) return 'it must not contain #'
  if (url.username !== '' || url.password !== '') return 'it must not contain a user name'
  return null
}

/** Probes ask the same address over HTTP. */
export const probeUrlOf = (remote: string): string => remote.replace(/^ws/i, 'http')

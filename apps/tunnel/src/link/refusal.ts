export const explainStatus = (status: number): string => {
  if (status >= 300 && status < 400) return `the site sends us elsewhere (${status}); check its address`
  return (
    statuses[status] ?? (status >= 500 ? faultOfSite(status) : `the site refuses the connection (${status})`)
  )
}

export const explainError = (error: Error): string => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error.message.startsWith('Opening handshake has timed out'))
    return 'the site did not answer in time; is it reachable from here?'
  if (/certificate/i.test(error.message) || certificateCodes.test(code))
    return `the certificate of the site is not trusted (${code || error.message})`
  return codes[code] ?? `the connection failed (${code || error.message})`
}

const gone = 'the instance is gone; start it again on the site'

const statuses: Record<number, string> = {
  400: 'the site takes no more connections to this instance just now, or carries none at all (400)',
  401: 'the site wants a login for this address (401)',
  403: 'the site does not let this computer in (403)',
  404: `${gone} (404)`,
  410: `${gone} (410)`,
  418: 'the instance does not answer: it may still be starting, or its service has ended (418)',
  429: 'the site asks to go slower (429)',
}

const faultOfSite = (status: number): string => `the site has a fault of its own (${status}); try again later`

const codes: Record<string, string> = {
  ECONNREFUSED: 'nothing listens at the address of the site (ECONNREFUSED)',
  ECONNRESET: 'the site broke off the connection (ECONNRESET)',
  ENOTFOUND: 'the name of the site is not known here; is there a network? (ENOTFOUND)',
  EAI_AGAIN: 'names cannot be looked up at the moment; is there a network? (EAI_AGAIN)',
  ENETUNREACH: 'there is no way to the site; is there a network? (ENETUNREACH)',
  EHOSTUNREACH: 'there is no way to the site; is there a network? (EHOSTUNREACH)',
  ETIMEDOUT: 'the site did not answer in time; is it reachable from here? (ETIMEDOUT)',
  EPROTO: 'the site does not speak TLS at this address (EPROTO)',
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/

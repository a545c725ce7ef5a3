export const explainStatus = (status: number): string => {
  if (status >= 300 && status < 400) return `the site redirects elsewhere (${status}); check its address`
  return (
    statuses[status] ?? (status >= 500 ? faultOfSite(status) : `the site refuses the connection (${status})`)
  )
}

export const explainError = (error: Error): string => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (error.message.startsWith('Opening handshake has timed out'))
    return "the site didn't respond in time; check that you can reach it from here"
  if (/certificate/i.test(error.message) || certificateCodes.test(code))
    return `the site's certificate isn't trusted (${code || error.message})`
  return codes[code] ?? `the connection failed (${code || error.message})`
}

const gone = 'the instance is gone; start it again on the site'

const statuses: Record<number, string> = {
  400: 'the site takes no more connections to this instance right now, or none at all (400)',
  401: 'the site requires a login for this address (401)',
  403: 'the site refuses this computer (403)',
  404: `${gone} (404)`,
  410: `${gone} (410)`,
  418: "the instance isn't responding: it may still be starting, or its service has exited (418)",
  429: 'too many connections; try again later (429)',
}

const faultOfSite = (status: number): string =>
  `the site has an error of its own (${status}); try again later`

const codes: Record<string, string> = {
  ECONNREFUSED: "nothing listens at the site's address (ECONNREFUSED)",
  ECONNRESET: 'the site closed the connection (ECONNRESET)',
  ENOTFOUND: "can't find the site's name; check your network (ENOTFOUND)",
  EAI_AGAIN: "can't look up names right now; check your network (EAI_AGAIN)",
  ENETUNREACH: "can't reach the site; check your network (ENETUNREACH)",
  EHOSTUNREACH: "can't reach the site; check your network (EHOSTUNREACH)",
  ETIMEDOUT: "the site didn't respond in time; check that you can reach it from here (ETIMEDOUT)",
  EPROTO: "the site doesn't use TLS at this address (EPROTO)",
}

const certificateCodes = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/

const idLength = 36

/** Where a test instance is reached: by its own address, or through the server, which then gives an id. */
export const addressOf = (entry: string, { protocol, host }: { protocol: string; host: string }): string =>
  entry.length === idLength && !entry.includes(':')
    ? `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/api/proxy/noinst/${entry}`
    : entry

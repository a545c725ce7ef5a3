type Options = { cookie?: string; headers?: Record<string, string> }

export const getRequest = (path: string, { cookie, headers = {} }: Options = {}): string =>
  `GET ${path} HTTP/1.1\r\n${linesOf(cookie, headers)}\r\n`

export const postRequest = (path: string, body: unknown, { cookie, headers = {} }: Options = {}): string => {
  const text = JSON.stringify(body)
  const all = { ...headers, 'content-type': 'application/json', 'content-length': String(text.length) }
  return `POST ${path} HTTP/1.1\r\n${linesOf(cookie, all)}\r\n${text}`
}

const linesOf = (cookie: string | undefined, headers: Record<string, string>): string =>
  Object.entries({ host: 'bench', ...(cookie === undefined ? {} : { cookie }), ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')

export type ParsedMail = {
  /** Null when there is no such header. */
  header(name: string): string | null
  count(name: string): number
  text: string
  html: string
}

export const parseMail = (raw: string): ParsedMail => {
  const { headers, body } = split(raw)
  const parts = leavesOf(headers, body)
  const part = (type: string): string =>
    parts.find((candidate) => candidate.type.startsWith(type))?.content ?? ''
  return {
    header: (name) => {
      const found = headers.find(([key]) => key === name.toLowerCase())
      return found === undefined ? null : decodeWords(found[1])
    },
    count: (name) => headers.filter(([key]) => key === name.toLowerCase()).length,
    text: part('text/plain'),
    html: part('text/html'),
  }
}

type Headers = ReadonlyArray<readonly [name: string, value: string]>

const split = (raw: string): { headers: Headers; body: string } => {
  const end = raw.indexOf('\r\n\r\n')
  const head = end < 0 ? raw : raw.slice(0, end)
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { headers, body: end < 0 ? '' : raw.slice(end + 4) }
}

const leavesOf = (headers: Headers, body: string): { type: string; content: string }[] => {
  const valueOf = (name: string): string => headers.find(([key]) => key === name)?.[1] ?? ''
  const type = valueOf('content-type') || 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (boundary === undefined) {
    return [{ type: type.toLowerCase(), content: decodeBody(body, valueOf('content-transfer-encoding')) }]
  }
  const pieces = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1)
  return pieces.flatMap((piece) => {
    const inner = split(piece.replace(/^\r\n/, ''))
    return leavesOf(inner.headers, inner.body)
  })
}

const decodeBody = (body: string, encoding: string): string => {
  switch (encoding.toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8')
    case 'quoted-printable':
      return unquote(body.replace(/[ \t]*=\r\n/g, ''))
    default:
      return Buffer.from(body, 'latin1').toString('utf8')
  }
}

const unquote = (text: string): string =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

const decodeWords = (value: string): string => {
  // Encoded words may split a character, so their bytes are joined before decoding.
  const words = /(=\?utf-8\?[bq]\?[^?]*\?=\s*)+/gi
  return value.replace(words, (run) => {
    const bytes = [...run.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind, text = '']) =>
      kind?.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64')
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          ),
    )
    return Buffer.concat(bytes).toString('utf8') + (/\s$/.test(run) ? ' ' : '')
  })
}

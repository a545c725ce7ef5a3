import { checked, type One, one, type Read } from './value.ts'

// No message here may quote any part of the value: all of it can be secret.
export function databaseUrl(): One<string> {
  const allowed =
    'postgresql://user:password@host:5432/database, or Host=…;Port=…;Database=…;Username=…;Password=…'
  return one('connection string', allowed, (given) => {
    const text = given.trim()
    if (/^postgres(ql)?:\/\//i.test(text)) return checkedUrl(text)
    if (text.includes('://')) return { refused: 'only PostgreSQL is supported' }
    return fromKeyValues(text)
  })
}

export function redisUrl(): One<string> {
  const allowed = 'redis://user:password@host:6379/0, rediss://…, or host:port,password=…,ssl=true'
  return one('connection string', allowed, (given) => {
    const text = given.trim()
    if (/^rediss?:\/\//i.test(text)) return decodable(text) ? checkedUrl(text) : { refused: encodeHint }
    if (text.includes('://')) return { refused: 'the scheme is not redis or rediss' }
    return fromHostAndOptions(text)
  })
}

const storageSchemes = ['disk', 's3', 'aws.s3', 'minio.s3']

export function storageString(): One<string> {
  const allowed = `scheme://key=value;key=value with one of the schemes ${storageSchemes.join(', ')}`
  return checked('storage string', allowed, (text) =>
    storageSchemes.includes(/^([a-z0-9.]+):\/\//i.exec(text)?.[1]?.toLowerCase() ?? ''),
  )
}

const encodeHint = 'special characters in the user name or password must be percent-encoded'
const skippedHint = 'some of its parts have no meaning here and are ignored'

function checkedUrl(text: string): Read<string> {
  // `user@/database?host=/folder` means a socket, but the URL parser requires a host.
  return URL.canParse(text.replace('@/', '@localhost/')) ? { value: text } : { refused: encodeHint }
}

function decodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

const databaseKeys = {
  host: 'host',
  server: 'host',
  port: 'port',
  database: 'database',
  db: 'database',
  username: 'user',
  userid: 'user',
  user: 'user',
  uid: 'user',
  password: 'password',
  pwd: 'password',
  psw: 'password',
  sslmode: 'sslMode',
  trustservercertificate: 'trust',
  rootcertificate: 'rootCertificate',
  applicationname: 'applicationName',
} as const

type DatabasePart = (typeof databaseKeys)[keyof typeof databaseKeys]
type DatabaseParts = { [Part in DatabasePart]?: string }

function fromKeyValues(text: string): Read<string> {
  const pair = /\s*([^=;]+?)\s*=\s*("(?:[^"]|"")*"|'(?:[^']|'')*'|(?:[^;"'\s][^;]*?)?)\s*(?:;[\s;]*|$)/y
  const parts: DatabaseParts = {}
  let skipped = false
  while (pair.lastIndex < text.length) {
    const hit = pair.exec(text)
    if (hit === null) return { refused: '' }
    const [, key = '', value = ''] = hit
    const name = key.toLowerCase().replace(/\s/g, '')
    const known = Object.entries(databaseKeys).find(([own]) => own === name)?.[1]
    if (known === undefined) skipped = true
    else if (parts[known] !== undefined) return { refused: 'a key is given twice' }
    else parts[known] = unquoted(value)
  }
  const read = fromDatabaseParts(parts)
  if ('refused' in read || !skipped) return read
  return { ...read, warning: skippedHint }
}

function unquoted(value: string): string {
  const quote = value.at(0)
  if (quote !== '"' && quote !== "'") return value
  return value.slice(1, -1).replaceAll(quote + quote, quote)
}

function fromDatabaseParts(parts: DatabaseParts): Read<string> {
  const { host, port = '5432', user = '', password = '' } = parts
  if (host === undefined || host === '') return { refused: 'it names no host' }
  if (host.includes(',')) return { refused: 'it names more than one host' }
  if (!isPort(port)) return { refused: 'its port is not a number from 1 to 65535' }
  const mode = tls((parts.sslMode ?? 'prefer').toLowerCase().replace(/[\s-]/g, ''), parts)
  if (mode === null) return { refused: 'its SSL mode is unknown' }
  const query = new URLSearchParams(mode)
  if (parts.applicationName) query.set('application_name', parts.applicationName)
  const socket = host.startsWith('/')
  if (socket) query.set('host', host)
  const login = credentials(user, password)
  const place = socket ? 'localhost' : bracketed(host)
  const tail = query.size === 0 ? '' : `?${query.toString()}`
  return checkedUrl(
    `postgresql://${login}${place}:${port}/${encodeURIComponent(parts.database ?? '')}${tail}`,
  )
}

// The driver can't fall back from one mode to another, so modes that allow it are left to its default.
function tls(mode: string, parts: DatabaseParts): Record<string, string> | null {
  const root: Record<string, string> = parts.rootCertificate ? { sslrootcert: parts.rootCertificate } : {}
  switch (mode) {
    case 'allow':
    case 'prefer':
      return {}
    case 'disable':
      return { sslmode: 'disable' }
    case 'require':
      return { sslmode: 'no-verify' }
    case 'verifyca':
      // Without a certificate authority to compare with, only the stricter mode is safe.
      return parts.rootCertificate
        ? { sslmode: 'verify-ca', uselibpqcompat: 'true', ...root }
        : { sslmode: 'verify-full' }
    case 'verifyfull':
      return { sslmode: 'verify-full', ...root }
    default:
      return null
  }
}

function fromHostAndOptions(text: string): Read<string> {
  const [first = '', ...rest] = text.split(',').map((part) => part.trim())
  const place = /^(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::(\d+))?$/i.exec(first)
  if (place === null) return { refused: '' }
  const [, host = '', port = '6379'] = place
  if (!isPort(port)) return { refused: 'its port is not a number from 1 to 65535' }
  const options = new Map<string, string>()
  for (const part of rest.filter((each) => each !== '')) {
    const sign = part.indexOf('=')
    if (sign < 0) return { refused: 'only one host is supported, followed by key=value parts' }
    options.set(part.slice(0, sign).trim().toLowerCase(), part.slice(sign + 1).trim())
  }
  if (options.has('servicename')) return { refused: 'a sentinel service is not supported' }
  const ssl = options.get('ssl')?.toLowerCase() ?? 'false'
  if (ssl !== 'true' && ssl !== 'false') return { refused: 'its ssl part is neither true nor false' }
  const database = options.get('defaultdatabase') ?? '0'
  if (!/^\d{1,5}$/.test(database)) return { refused: 'its defaultDatabase is not a number' }
  const login = credentials(options.get('user') ?? '', options.get('password') ?? '')
  const read = checkedUrl(`${ssl === 'true' ? 'rediss' : 'redis'}://${login}${host}:${port}/${database}`)
  const used = ['ssl', 'defaultdatabase', 'user', 'password']
  if ('refused' in read || [...options.keys()].every((key) => used.includes(key))) return read
  return { ...read, warning: skippedHint }
}

function credentials(user: string, password: string): string {
  if (user === '' && password === '') return ''
  const name = encodeURIComponent(user)
  return password === '' ? `${name}@` : `${name}:${encodeURIComponent(password)}@`
}

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host)

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65535

import type { RedisOptions } from 'ioredis'

export type RedisAddress = Pick<RedisOptions, 'host' | 'port' | 'db' | 'username' | 'password' | 'tls'>

/** `redis[s]://[user[:password]@]host[:port][/db]`. Errors never repeat it, since it may hold a password. */
export function parseRedisUrl(text: string): RedisAddress {
  if (!URL.canParse(text)) throw fault('is not a URL')
  const url = new URL(text)
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:')
    throw fault('must start with redis:// or rediss://')
  if (url.hostname === '') throw fault('names no host')
  if (url.search !== '' || url.hash !== '') throw fault('takes no options after ? or #')
  const db = /^\/?(\d{0,5})$/.exec(url.pathname)?.[1]
  if (db === undefined) throw fault('must end with the number of a database, such as /0')
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? 6379 : Number(url.port),
    db: Number(db),
    ...(url.username !== '' && { username: decoded(url.username) }),
    ...(url.password !== '' && { password: decoded(url.password) }),
    ...(url.protocol === 'rediss:' && { tls: {} }),
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw fault('holds a % in the user name or password that is not written as %25')
  }
}

const fault = (what: string): Error => new Error(`the Redis URL ${what}`)

import { describe, expect, it } from 'vitest'
import { databaseUrl, redisUrl, storageString } from './connection.ts'

function urlOf(type: ReturnType<typeof databaseUrl>, text: string): string {
  const read = type.read(text)
  if ('refused' in read) throw new Error(`refused: ${read.refused}`)
  return read.value
}

function refusalOf(type: ReturnType<typeof databaseUrl>, text: string): string {
  const read = type.read(text)
  if ('value' in read) throw new Error(`accepted: ${read.value}`)
  return read.refused
}

function partsOf(url: string) {
  const { protocol, hostname, port, pathname, username, password, searchParams } = new URL(url)
  return {
    protocol,
    host: hostname,
    port,
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    query: Object.fromEntries(searchParams),
  }
}

describe('the database connection string', () => {
  const database = databaseUrl()

  it('is a PostgreSQL URL, taken as it is', () => {
    for (const url of [
      'postgres://u:p%40@h:5433/db?sslmode=verify-full',
      'postgresql://h',
      'postgresql:///db?host=/run/postgresql',
      'postgres://u:p@/db?host=/run/postgresql',
    ]) {
      expect(urlOf(database, ` ${url} `)).toBe(url)
    }
  })

  it('says how to write a password that breaks the URL', () => {
    expect(refusalOf(database, 'postgres://u:p/w@h/db')).toContain('percent-encoded')
    expect(refusalOf(database, 'postgres://u:p#w@h/db')).toContain('percent-encoded')
  })

  it('is PostgreSQL and nothing else', () => {
    expect(refusalOf(database, 'mysql://h/db')).toBe('only PostgreSQL is supported')
    expect(refusalOf(database, 'just words')).toBe('')
  })

  it('can be keys and values', () => {
    const text = 'Host=db.internal; Port=5433;Database=ctf games;User Id=me@x;Password=p:/?#[]@%;'
    expect(partsOf(urlOf(database, text))).toEqual({
      protocol: 'postgresql:',
      host: 'db.internal',
      port: '5433',
      database: 'ctf games',
      user: 'me@x',
      password: 'p:/?#[]@%',
      query: {},
    })
  })

  it('reads quoted values, other key names and the default port', () => {
    const text = `SERVER="::1";DB='it''s';uid=u;PWD="a;b""c = d"`
    expect(partsOf(urlOf(database, text))).toMatchObject({
      host: '[::1]',
      port: '5432',
      database: "it's",
      user: 'u',
      password: 'a;b"c = d',
    })
  })

  it('can lead to a socket', () => {
    expect(partsOf(urlOf(database, 'Host=/run/postgresql;Port=5433;Database=d;Username=u'))).toMatchObject({
      port: '5433',
      database: 'd',
      query: { host: '/run/postgresql' },
    })
  })

  it('keeps what its SSL mode promises', () => {
    const query = (rest: string) => partsOf(urlOf(database, `Host=h;${rest}`)).query
    expect(query('SSL Mode=Disable')).toEqual({ sslmode: 'disable' })
    expect(query('SslMode=Prefer')).toEqual({})
    expect(query('SSL Mode=Require')).toEqual({ sslmode: 'no-verify' })
    expect(query('SSL Mode=VerifyFull;Root Certificate=/ca.pem')).toEqual({
      sslmode: 'verify-full',
      sslrootcert: '/ca.pem',
    })
    expect(query('SSL Mode=VerifyCA')).toEqual({ sslmode: 'verify-full' })
    expect(query('SSL Mode=VerifyCA;Root Certificate=/ca.pem')).toEqual({
      sslmode: 'verify-ca',
      uselibpqcompat: 'true',
      sslrootcert: '/ca.pem',
    })
    expect(refusalOf(database, 'Host=h;SSL Mode=Perhaps')).toBe('its SSL mode is unknown')
  })

  it('says what is wrong with keys and values', () => {
    expect(refusalOf(database, 'Port=1;Database=d')).toBe('it names no host')
    expect(refusalOf(database, 'Host=a,b')).toBe('it names more than one host')
    expect(refusalOf(database, 'Host=a;Port=70000')).toMatch(/port/)
    expect(refusalOf(database, 'Host=a;Server=b')).toBe('a key is given twice')
    expect(refusalOf(database, 'Host=a;Password="x')).toBe('')
  })

  it('leaves out what means nothing here, and does not repeat it', () => {
    const read = database.read('Host=h;Pooling=true;__proto__=x;hunter2=y')
    expect(read).toEqual({
      value: 'postgresql://h:5432/',
      warning: 'some of its parts have no meaning here and are ignored',
    })
  })
})

describe('the Redis connection string', () => {
  const redis = redisUrl()

  it('is a Redis URL, taken as it is', () => {
    for (const url of ['redis://h', 'rediss://u:p%40@h:6380/2', 'redis://:p@[::1]:6379']) {
      expect(urlOf(redis, url)).toBe(url)
    }
    expect(refusalOf(redis, 'http://h')).toBe('the scheme is not redis or rediss')
    expect(refusalOf(redis, 'redis://:p%zz@h')).toContain('percent-encoded')
  })

  it('can be a host and options', () => {
    expect(urlOf(redis, 'cache.internal')).toBe('redis://cache.internal:6379/0')
    expect(urlOf(redis, '[::1]:6380')).toBe('redis://[::1]:6380/0')
    const text = 'h:6380,password=a=b/c@d,SSL=True,user=me,defaultDatabase=3'
    expect(partsOf(urlOf(redis, text))).toMatchObject({
      protocol: 'rediss:',
      host: 'h',
      port: '6380',
      database: '3',
      user: 'me',
      password: 'a=b/c@d',
    })
  })

  it('can have a password without a user', () => {
    expect(urlOf(redis, 'h,password=p')).toBe('redis://:p@h:6379/0')
  })

  it('leaves out options that mean nothing here', () => {
    expect(redis.read('h:1,abortConnect=false')).toEqual({
      value: 'redis://h:1/0',
      warning: 'some of its parts have no meaning here and are ignored',
    })
  })

  it('is refused when it asks for what is not there', () => {
    expect(refusalOf(redis, 'a:1,b:2')).toContain('only one host')
    expect(refusalOf(redis, 'a:1,serviceName=x')).toContain('sentinel')
    expect(refusalOf(redis, 'a:0')).toContain('port')
    expect(refusalOf(redis, 'a,ssl=perhaps')).toContain('ssl')
    expect(refusalOf(redis, 'a,defaultDatabase=-1')).toContain('defaultDatabase')
    expect(refusalOf(redis, 'a b')).toBe('')
  })
})

describe('the storage string', () => {
  it('has one of the known schemes, in any case', () => {
    const storage = storageString()
    for (const text of ['disk://path=./files', 'S3://bucket=b', 'aws.s3://bucket=b', 'minio.s3://bucket=b']) {
      expect(storage.read(text)).toEqual({ value: text })
    }
    for (const text of ['', 'files', 'ftp://x', 'azure.blob://x', 'disk:path']) {
      expect(storage.read(text)).toHaveProperty('refused')
    }
  })
})

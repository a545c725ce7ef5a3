import { StartFault } from '../../kit/start-fault.ts'

export type StorageConfig = { kind: 'disk'; path: string } | S3Config

export type S3Config = {
  kind: 's3'
  bucket: string
  region: string
  /** Null for the cloud of the region. */
  endpoint: string | null
  forcePathStyle: boolean
  /** Null for the default chain: environment, profile, role of the machine. */
  credentials: { accessKey: string; secretKey: string; sessionToken: string | null } | null
}

/** Never repeats a value, which may be a secret. */
export class StorageFault extends StartFault {
  override readonly name = 'StorageFault'
}

const diskKeys = ['path']
const s3Keys = [
  'bucket',
  'region',
  'endpoint',
  'accesskey',
  'secretkey',
  'sessiontoken',
  'usehttp',
  'forcepathstyle',
]

export function parseStorage(text: string): StorageConfig {
  const [, scheme, rest = ''] = /^\s*([a-z0-9.]+):\/\/(.*?)\s*$/is.exec(text) ?? []
  switch (scheme?.toLowerCase()) {
    case 'disk':
      return { kind: 'disk', path: valuesOf(rest, diskKeys).get('path') ?? './files' }
    case 's3':
    case 'aws.s3':
      return parseS3(valuesOf(rest, s3Keys), false)
    case 'minio.s3':
      return parseS3(valuesOf(rest, s3Keys), true)
    default:
      throw new StorageFault('the storage must begin with disk://, s3://, aws.s3:// or minio.s3://')
  }
}

function valuesOf(text: string, known: string[]): Map<string, string> {
  const values = new Map<string, string>()
  for (const pair of text.split(';')) {
    if (pair.trim() === '') continue
    const equals = pair.indexOf('=')
    if (equals < 0)
      throw new StorageFault('the storage has a part without =; parts are key=value, separated by ;')
    const key = pair.slice(0, equals).trim().toLowerCase()
    const value = pair.slice(equals + 1).trim()
    if (!known.includes(key))
      throw new StorageFault(`the storage has an unknown key; known are ${known.join(', ')}`)
    if (values.has(key)) throw new StorageFault(`the storage has ${key} twice`)
    if (value !== '') values.set(key, value)
  }
  return values
}

function parseS3(values: Map<string, string>, pathStyle: boolean): S3Config {
  const bucket = values.get('bucket')
  if (bucket === undefined) throw new StorageFault('the storage needs bucket=')
  if (!/^[a-z0-9][a-z0-9.\-_]{1,61}[a-z0-9]$/i.test(bucket))
    throw new StorageFault('the storage has an invalid bucket')
  const region = values.get('region')
  const endpoint = values.get('endpoint')
  if (region !== undefined && !/^[a-z0-9-]+$/.test(region))
    throw new StorageFault('the storage has an invalid region')
  if (region === undefined && endpoint === undefined)
    throw new StorageFault('the storage needs region= or endpoint=')
  const useHttp = flag(values, 'usehttp', false)
  return {
    kind: 's3',
    bucket,
    // A self-hosted server has no regions, but signatures name one.
    region: region ?? 'us-east-1',
    endpoint:
      endpoint !== undefined ? addressOf(endpoint, useHttp) : useHttp ? plainCloud(region ?? '') : null,
    forcePathStyle: flag(values, 'forcepathstyle', pathStyle),
    credentials: credentialsOf(values),
  }
}

function credentialsOf(values: Map<string, string>): S3Config['credentials'] {
  const accessKey = values.get('accesskey')
  const secretKey = values.get('secretkey')
  const sessionToken = values.get('sessiontoken') ?? null
  if (accessKey !== undefined && secretKey !== undefined) return { accessKey, secretKey, sessionToken }
  if (accessKey === undefined && secretKey === undefined && sessionToken === null) return null
  throw new StorageFault('the storage needs accessKey= and secretKey= together')
}

function addressOf(endpoint: string, useHttp: boolean): string {
  const address = endpoint.includes('://') ? endpoint : `${useHttp ? 'http' : 'https'}://${endpoint}`
  if (!URL.canParse(address)) throw new StorageFault('the storage has an endpoint that is not an address')
  const { protocol, username, password, search, hash, href } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new StorageFault('the endpoint must be http or https')
  if (username !== '' || password !== '' || search !== '' || hash !== '') {
    throw new StorageFault('the endpoint must be a plain address, keys belong in accessKey= and secretKey=')
  }
  if (useHttp && protocol === 'https:')
    throw new StorageFault('the storage has useHttp=true and an https endpoint')
  return href.replace(/\/$/, '')
}

// The library supports only https for the cloud.
const plainCloud = (region: string): string =>
  `http://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`

function flag(values: Map<string, string>, key: string, otherwise: boolean): boolean {
  const value = values.get(key)?.toLowerCase()
  if (value === undefined) return otherwise
  if (value !== 'true' && value !== 'false')
    throw new StorageFault(`the storage has ${key} that is not true or false`)
  return value === 'true'
}

export function secretsOf(storage: StorageConfig): string[] {
  if (storage.kind === 'disk' || storage.credentials === null) return []
  const { accessKey, secretKey, sessionToken } = storage.credentials
  return [accessKey, secretKey, sessionToken].filter((secret) => secret !== null)
}

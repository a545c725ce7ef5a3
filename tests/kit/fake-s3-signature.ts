import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export type S3Account = {
  accessKey: string
  secretKey: string
  sessionToken?: string | undefined
  region: string
}

/** The S3 error code; null when the signature (version 4, in the header) is right. */
export function signatureFault(request: IncomingMessage, body: Buffer, account: S3Account): string | null {
  const parsed =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (parsed === null) return 'AccessDenied'
  const [, credential = '', signedHeaders = '', signature = ''] = parsed
  const [accessKey, day = '', region, service, terminator] = credential.split('/')
  if (accessKey !== account.accessKey) return 'InvalidAccessKeyId'
  if (region !== account.region || service !== 's3' || terminator !== 'aws4_request') {
    return 'AuthorizationHeaderMalformed'
  }
  if (header(request, 'x-amz-security-token') !== (account.sessionToken ?? '')) return 'InvalidToken'

  const moment = header(request, 'x-amz-date')
  if (!moment.startsWith(day) || Math.abs(Date.now() - timeOf(moment)) > 15 * 60_000)
    return 'RequestTimeTooSkewed'

  const names = signedHeaders.split(';')
  const needed = ['host', ...Object.keys(request.headers).filter((name) => name.startsWith('x-amz-'))]
  if (needed.some((name) => !names.includes(name))) return 'AccessDenied'

  const payload = header(request, 'x-amz-content-sha256')
  if (payload.startsWith('STREAMING-')) return 'NotImplemented'
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'

  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical(request, names, payload))].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${account.secretKey}`)
  const right = hmac(key, text)
  return timingSafeEqual(right, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

function canonical(request: IncomingMessage, names: string[], payload: string): string {
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const pairs = query === '' ? [] : query.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`))
  const headers = names.map((name) => `${name}:${header(request, name).trim().replace(/ +/g, ' ')}\n`)
  return [request.method, path, pairs.toSorted().join('&'), headers.join(''), names.join(';'), payload].join(
    '\n',
  )
}

function header(request: IncomingMessage, name: string): string {
  const value = request.headers[name]
  return Array.isArray(value) ? value.join(',') : (value ?? '')
}

const timeOf = (moment: string): number =>
  Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

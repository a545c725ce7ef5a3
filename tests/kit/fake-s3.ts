import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type S3Account, signatureFault } from './fake-s3-signature.ts'

/** Like other S3 servers, it knows no streamed signatures and no trailers. Buckets are in the path. */
export type FakeS3 = {
  readonly port: number
  readonly endpoint: string
  readonly account: S3Account
  readonly buckets: Map<string, Map<string, S3Object>>
  readonly uploads: Map<string, S3Upload>
  readonly requests: string[]
  fault: (request: { method: string; bucket: string; key: string; query: URLSearchParams }) => S3Fault | null
  stop(): Promise<void>
}

export type S3Object = { body: Buffer; modified: Date; etag: string }
export type S3Upload = { bucket: string; key: string; parts: Map<number, S3Object> }
export type S3Fault = { status: number; code: string } | 'drop' | 'cut' | 'hang'

type Call = {
  method: string
  bucket: string
  key: string
  query: URLSearchParams
  body: Buffer
  range: string
}
type Answer = { status: number; body?: Buffer | string; headers?: Record<string, string> }
type Handler = (call: Call) => Answer

const minPart = 5 * 1024 * 1024

export async function startFakeS3(
  options: { pageSize?: number; sessionToken?: string } = {},
): Promise<FakeS3> {
  const account = {
    accessKey: 'fake',
    secretKey: 'se/cr+et=',
    region: 'eu-test-1',
    sessionToken: options.sessionToken,
  }
  const state: Pick<FakeS3, 'buckets' | 'uploads' | 'requests' | 'fault'> = {
    buckets: new Map(),
    uploads: new Map(),
    requests: [],
    fault: () => null,
  }
  const server = createServer((request, response) => {
    void serve(request, response, state, account, options.pageSize ?? 1000)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return Object.assign(state, {
    account,
    port: address.port,
    endpoint: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  })
}

type State = Pick<FakeS3, 'buckets' | 'uploads' | 'requests' | 'fault'>

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  state: State,
  account: S3Account,
  pageSize: number,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://fake')
  const [bucket = '', ...parts] = url.pathname.slice(1).split('/').map(decodeURIComponent)
  const method = request.method ?? ''
  state.requests.push(`${method} ${request.url}`)
  try {
    const body = await buffer(request)
    const range = request.headers.range ?? ''
    const call = { method, bucket, key: parts.join('/'), query: url.searchParams, body, range }
    const fault = state.fault(call)
    if (fault === 'hang') return
    if (fault === 'drop') return void request.socket.destroy()
    const refusal = request.headers['transfer-encoding']
      ? 'MissingContentLength'
      : signatureFault(request, body, account)
    const answer =
      refusal !== null
        ? failed(refusal)
        : fault !== null && fault !== 'cut'
          ? failed(fault.code, fault.status)
          : handle(call, state, pageSize)
    send(response, method, answer, fault === 'cut')
  } catch {
    // The client went away in the middle of its request.
    response.destroy()
  }
}

function send(response: ServerResponse, method: string, answer: Answer, cut: boolean): void {
  const body = Buffer.from(answer.body ?? '')
  response.writeHead(answer.status, {
    'content-length': body.length,
    'x-amz-request-id': randomUUID(),
    ...answer.headers,
  })
  if (method === 'HEAD') response.end()
  else if (!cut) response.end(body)
  else response.write(body.subarray(0, body.length / 2), () => response.destroy())
}

function handle(call: Call, state: State, pageSize: number): Answer {
  const { method, query, key } = call
  const is = (...names: string[]): boolean => names.every((name) => query.has(name))
  const handlers: [boolean, Handler][] = [
    [method === 'PUT' && key === '', () => createBucket(call, state)],
    [!state.buckets.has(call.bucket), () => failed('NoSuchBucket')],
    [method === 'HEAD' && key === '', () => ({ status: 200 })],
    [method === 'GET' && key === '' && query.get('list-type') === '2', () => list(call, state, pageSize)],
    [key === '', () => failed('NotImplemented')],
    [method === 'POST' && is('uploads'), () => createUpload(call, state)],
    [method === 'PUT' && is('uploadId', 'partNumber'), () => putPart(call, state)],
    [method === 'POST' && is('uploadId'), () => completeUpload(call, state)],
    [method === 'DELETE' && is('uploadId'), () => abortUpload(call, state)],
    [method === 'PUT', () => putObject(call, state)],
    [method === 'GET' || method === 'HEAD', () => getObject(call, state)],
    [method === 'DELETE', () => deleteObject(call, state)],
  ]
  const [, handler] = handlers.find(([matches]) => matches) ?? []
  return handler?.(call) ?? failed('NotImplemented')
}

function createBucket({ bucket, body }: Call, { buckets }: State): Answer {
  if (!body.includes('<LocationConstraint>eu-test-1</LocationConstraint>')) {
    return failed('IllegalLocationConstraintException')
  }
  if (buckets.has(bucket)) return failed('BucketAlreadyOwnedByYou')
  buckets.set(bucket, new Map())
  return { status: 200, headers: { location: `/${bucket}` } }
}

function putObject({ bucket, key, body }: Call, { buckets }: State): Answer {
  const object = objectOf(body)
  buckets.get(bucket)?.set(key, object)
  return { status: 200, headers: { etag: object.etag } }
}

function getObject({ bucket, key, range }: Call, { buckets }: State): Answer {
  const object = buckets.get(bucket)?.get(key)
  if (object === undefined) return failed('NoSuchKey')
  const headers = {
    etag: object.etag,
    'last-modified': object.modified.toUTCString(),
    'accept-ranges': 'bytes',
  }
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
  if (first === undefined) return { status: 200, body: object.body, headers }
  const size = object.body.length
  const [start, end] = [Number(first), Math.min(Number(last), size - 1)]
  if (start >= size) return failed('InvalidRange')
  const part = object.body.subarray(start, end + 1)
  return {
    status: 206,
    body: part,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${size}` },
  }
}

function deleteObject({ bucket, key }: Call, { buckets }: State): Answer {
  buckets.get(bucket)?.delete(key)
  return { status: 204 }
}

function list({ bucket, query }: Call, { buckets }: State, pageSize: number): Answer {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? ''
  const all = [...(buckets.get(bucket) ?? [])]
    .filter(([key]) => key.startsWith(prefix) && key > after)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  const page = all.slice(0, Math.min(pageSize, Number(query.get('max-keys') ?? 1000)))
  const more = page.length < all.length
  const contents = page.map(
    ([key, { body, modified, etag }]) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>${modified.toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${body.length}</Size></Contents>`,
  )
  const next = more ? `<NextContinuationToken>${escaped(page.at(-1)?.[0] ?? '')}</NextContinuationToken>` : ''
  return xml(
    `<ListBucketResult><IsTruncated>${more}</IsTruncated><KeyCount>${page.length}</KeyCount>${next}${contents.join('')}</ListBucketResult>`,
  )
}

function createUpload({ bucket, key }: Call, { uploads }: State): Answer {
  const id = randomUUID()
  uploads.set(id, { bucket, key, parts: new Map() })
  return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
}

const uploadOf = ({ bucket, key, query }: Call, { uploads }: State): S3Upload | null => {
  const upload = uploads.get(query.get('uploadId') ?? '')
  return upload?.bucket === bucket && upload.key === key ? upload : null
}

function putPart(call: Call, state: State): Answer {
  const upload = uploadOf(call, state)
  if (upload === null) return failed('NoSuchUpload')
  const number = Number(call.query.get('partNumber'))
  if (!Number.isInteger(number) || number < 1 || number > 10_000) return failed('InvalidArgument')
  const part = objectOf(call.body)
  upload.parts.set(number, part)
  return { status: 200, headers: { etag: part.etag } }
}

function completeUpload(call: Call, state: State): Answer {
  const upload = uploadOf(call, state)
  if (upload === null) return failed('NoSuchUpload')
  const named = [...call.body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }))
  if (named.length === 0) return failed('MalformedXML')
  if (named.some(({ number }, n) => n > 0 && number <= (named[n - 1]?.number ?? 0)))
    return failed('InvalidPartOrder')
  const parts = named.map(({ number, etag }) => {
    const part = upload.parts.get(number)
    return part?.etag === etag ? part : undefined
  })
  if (parts.includes(undefined)) return failed('InvalidPart')
  const bodies = parts.flatMap((part) => part?.body ?? [])
  if (bodies.slice(0, -1).some((body) => body.length < minPart)) return failed('EntityTooSmall')
  state.uploads.delete(call.query.get('uploadId') ?? '')
  const object = objectOf(Buffer.concat(bodies))
  state.buckets.get(call.bucket)?.set(call.key, object)
  return xml(
    `<CompleteMultipartUploadResult><ETag>${escaped(object.etag)}</ETag></CompleteMultipartUploadResult>`,
  )
}

function abortUpload(call: Call, state: State): Answer {
  if (uploadOf(call, state) === null) return failed('NoSuchUpload')
  state.uploads.delete(call.query.get('uploadId') ?? '')
  return { status: 204 }
}

const objectOf = (body: Buffer): S3Object => ({
  body,
  modified: new Date(),
  etag: `"${createHash('md5').update(body).digest('hex')}"`,
})

const statuses: Record<string, number> = {
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  AccessDenied: 403,
  InvalidAccessKeyId: 403,
  SignatureDoesNotMatch: 403,
  RequestTimeTooSkewed: 403,
  BucketAlreadyOwnedByYou: 409,
  MissingContentLength: 411,
  InvalidRange: 416,
  NotImplemented: 501,
}

function failed(code: string, status: number = statuses[code] ?? 400): Answer {
  return {
    ...xml(`<Error><Code>${code}</Code><Message>${code} said by the fake</Message></Error>`),
    status,
  }
}

const xml = (text: string): Answer => ({
  status: 200,
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${text}`,
  headers: { 'content-type': 'application/xml' },
})

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

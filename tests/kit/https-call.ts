import { type Agent, request, type RequestOptions } from 'node:https'

export type HttpsAnswer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string }

type Options = {
  ca: string
  agent?: Agent
  /** Where the connection comes from. */
  localAddress?: string
  headers?: Record<string, string>
  body?: string | Buffer | FormData
}

/** For certificates that only the caller trusts, which `fetch` can't be told. */
export const callHttps = async (
  method: string,
  url: string,
  { ca, agent, localAddress, headers = {}, body }: Options,
): Promise<HttpsAnswer> => {
  const encoded = body instanceof FormData ? new Response(body) : null
  const bytes = encoded === null ? body : Buffer.from(await encoded.arrayBuffer())
  const type = encoded?.headers.get('content-type') ?? (typeof bytes === 'string' ? 'application/json' : null)
  const options: RequestOptions = {
    method,
    ca,
    headers: {
      ...(type === null ? {} : { 'content-type': type }),
      ...(bytes === undefined ? {} : { 'content-length': String(Buffer.byteLength(bytes as string)) }),
      ...headers,
    },
    ...(agent === undefined ? {} : { agent }),
    ...(localAddress === undefined ? {} : { localAddress }),
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    asked.on('error', reject)
    asked.end(bytes)
  })
}

import type { Client } from './client.ts'

export type Downloaded = {
  status: number
  headers: Headers
  bytes: Buffer
  name: string
  code: string | undefined
}

export const downloadAs = async (
  by: Client,
  path: string,
  headers: Record<string, string> = {},
): Promise<Downloaded> => {
  const response = await fetch(by.origin + path, {
    headers: { cookie: `pennant_session=${by.cookie()}`, ...headers },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const [, encoded = ''] =
    /filename\*=UTF-8''(\S+)/.exec(response.headers.get('content-disposition') ?? '') ?? []
  const isError = response.status >= 400
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    name: decodeURIComponent(encoded),
    code: isError ? (JSON.parse(bytes.toString('utf8')) as { code: string }).code : undefined,
  }
}

import type { Route } from '@pennant/contract/route'
import type { Client } from '../../kit/client.ts'
import type { World } from '../../kit/world.ts'
import type { Setup } from './setup.ts'

export type FileLabel = { name: string; type?: string }

export type Example = {
  as: Client
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string | number | boolean>>
  body?: unknown
  file?: Uint8Array<ArrayBuffer>
  fileAs?: FileLabel
  world?: World
}

/** Fresh each time, since a call may use up what it needs. */
export type MakeExample = (setup: Setup) => Promise<Example>

export type Request = {
  method: string
  /** Percent-encoded, without the query. */
  path: string
  query: string
  headers: Record<string, string>
  content: { type: string; bytes: Uint8Array<ArrayBuffer> } | undefined
}

export const successStatusOf = ({ answer }: Route): number => (answer === 'noContent' ? 204 : 200)

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
export const jsonType = 'application/json'

export const requestOf = (
  route: Route,
  { params = {}, query = {}, body, file, fileAs }: Example,
): Request => ({
  method: route.method,
  path: pathOf(route, params),
  query: new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString(),
  headers: {},
  content:
    route.body !== undefined
      ? { type: jsonType, bytes: utf8(JSON.stringify(body)) }
      : route.upload !== undefined && file !== undefined
        ? formOf([{ field: route.upload.field, name: 'picture.png', ...fileAs, bytes: file }])
        : undefined,
})

export const pathOf = (route: Route, params: Readonly<Record<string, string | number>>): string =>
  route.path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name])))

export type FormPart = { field: string; name: string; bytes: Uint8Array; type?: string }

/** By hand, because well-behaved clients can't write everything. */
export const formOf = (
  parts: readonly FormPart[],
  boundary = 'a-boundary',
): NonNullable<Request['content']> => {
  const pieces = parts.flatMap(({ field, name, bytes, type = 'application/octet-stream' }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ])
  const bytes = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: new Uint8Array(bytes) }
}

export const withBody = (request: Request, json: string): Request => ({
  ...request,
  content: { type: jsonType, bytes: utf8(json) },
})

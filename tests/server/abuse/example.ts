import type { Route } from '@pennant/contract/route'
import type { Client } from '../../kit/client.ts'
import type { World } from '../../kit/world.ts'
import type { Place } from './place.ts'

export type FileLabel = { name: string; type?: string }

/** A call that a route takes. */
export type Example = {
  as: Client
  params?: Readonly<Record<string, string | number>>
  query?: Readonly<Record<string, string | number | boolean>>
  body?: unknown
  /** What is uploaded, where the route declares an upload. */
  file?: Uint8Array<ArrayBuffer>
  /** What the file is called and said to be, where that counts. */
  fileAs?: FileLabel
  /** Where it happens, when not in the place itself. */
  world?: World
}

/** Makes a fresh one each time: what is needed for it is there, and nothing has used it up. */
export type MakeExample = (place: Place) => Promise<Example>

/** One request, ready to be changed and sent. */
export type Request = {
  method: string
  /** Percent-encoded, without the query. */
  path: string
  query: string
  headers: Record<string, string>
  content: { type: string; bytes: Uint8Array<ArrayBuffer> } | undefined
}

/** What a route answers when all is well. */
export const wellOf = ({ answer }: Route): number => (answer === 'noContent' ? 204 : 200)

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

/** A form written by hand: clients that mean well cannot write everything. */
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

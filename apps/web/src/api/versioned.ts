import type { AnswerOf, Route } from '@pennant/contract/route'
import type { Api, MaybeInput } from './client.ts'

export type Versioned<Data> = { data: Data; version: string | null }

/** Servers without versions send no ETag: there the last writer wins. */
export const readVersioned = async <R extends Route>(
  api: Api,
  route: R,
  ...input: MaybeInput<R>
): Promise<Versioned<AnswerOf<R>>> => {
  const response = await api.ask(route, ...input)
  return { data: (await response.json()) as AnswerOf<R>, version: response.headers.get('etag') }
}

export const tagOfRow = ({ version }: { version?: string | undefined }): string | null =>
  version === undefined ? null : `"${version}"`

import type { AnswerOf, Route } from '@pennant/contract/route'
import type { Api, MaybeInput } from './client.ts'

/** An answer, and what names this state of it to whoever changes it later. */
export type Versioned<Data> = { data: Data; version: string | null }

/** Reads what is to be edited. Servers without versions answer without one: there the last writer wins. */
export const readVersioned = async <R extends Route>(
  api: Api,
  route: R,
  ...input: MaybeInput<R>
): Promise<Versioned<AnswerOf<R>>> => {
  const response = await api.ask(route, ...input)
  // The server keeps to its own contract.
  return { data: (await response.json()) as AnswerOf<R>, version: response.headers.get('etag') }
}

/** How a row of a list is named to whoever changes it later; null where a server names none. */
export const tagOfRow = ({ version }: { version?: string | undefined }): string | null =>
  version === undefined ? null : `"${version}"`

import type { Schema } from '@pennant/contract/schema'
import { bare, kindOf } from './values.ts'

export type Path = readonly (string | number)[]

export type Member = { path: Path; schema: Schema; required: boolean }

export function* membersOf(schema: Schema, path: Path = [], required = true): Generator<Member> {
  yield { path, schema, required }
  const { properties = {}, required: names = [], items } = bare(schema)
  if (kindOf(schema) === 'array' && items !== undefined) yield* membersOf(items, [...path, 0])
  for (const [name, member] of Object.entries(properties))
    yield* membersOf(member, [...path, name], names.includes(name))
}

const placeholder = 'the place of the value'

export const withMember = (body: unknown, path: Path, json: string): string =>
  JSON.stringify(put(body, path, placeholder)).replace(JSON.stringify(placeholder), () => json)

export const withoutMember = (body: unknown, path: Path): string => JSON.stringify(put(body, path, undefined))

const put = (at: unknown, [step, ...rest]: Path, to: unknown): unknown => {
  if (step === undefined) return to
  if (typeof step === 'number') {
    const list = Array.isArray(at) ? [...(at as unknown[])] : []
    list[step] = put(list[step], rest, to)
    return list
  }
  const object = typeof at === 'object' && at !== null ? { ...at } : {}
  return { ...object, [step]: put((object as Record<string, unknown>)[step], rest, to) }
}

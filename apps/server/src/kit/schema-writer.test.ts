import { expect, it } from 'vitest'
import { Int32, List, Maybe, Model, Nullable, Str } from '@pennant/contract/schema'
import { route } from '@pennant/contract/route'
import { compileEncoder } from './schema-writer.ts'

const Inner = Model({ name: Str, place: Nullable(Int32) })

const encode = compileEncoder(
  route({
    id: 'test.read',
    method: 'GET',
    path: '/test',
    summary: 'Everything that may be missing',
    access: 'anonymous',
    answer: Nullable(
      Model({
        inner: Nullable(Inner),
        list: Nullable(List(Inner)),
        each: List(Nullable(Inner)),
        maybe: Maybe(Inner),
      }),
    ),
  }),
)

it.each<[unknown, string]>([
  [null, 'null'],
  [{ inner: null, list: null, each: [null] }, '{"inner":null,"list":null,"each":[null]}'],
  [
    { inner: { name: 'a', place: null }, list: [{ name: 'b', place: 2 }], each: [], maybe: null },
    '{"inner":{"name":"a","place":null},"list":[{"name":"b","place":2}],"each":[],"maybe":null}',
  ],
  [
    { inner: { name: 'a', place: 1, secret: 'x' }, list: [], each: [{ name: 'c', place: 3, secret: 'x' }] },
    '{"inner":{"name":"a","place":1},"list":[],"each":[{"name":"c","place":3}]}',
  ],
])('%j is written as declared, with what is null in it, and nothing else', (value, text) => {
  expect(encode?.(value)).toBe(text)
})

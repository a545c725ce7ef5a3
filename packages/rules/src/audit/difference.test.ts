import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  Flag,
  Int32,
  List,
  MapOf,
  Model,
  Nullable,
  Optional,
  Secret,
  Str,
  type Schema,
} from '@pennant/contract/schema'
import { type Difference, differenceOf, type State } from './difference.ts'

const secretMark = 'never to be seen '

type Typed = { schema: Schema; value: fc.Arbitrary<unknown> }

const name = fc.constantFrom('id', 'title', 'flags', 'code', 'note')
const leaf: fc.Arbitrary<Typed> = fc.constantFrom(
  { schema: Str, value: fc.string({ maxLength: 4 }) },
  { schema: Int32, value: fc.integer({ min: 0, max: 3 }) },
  { schema: Flag, value: fc.boolean() },
  { schema: Nullable(Str), value: fc.option(fc.string({ maxLength: 2 })) },
  { schema: Secret(Str), value: fc.integer({ min: 0, max: 3 }).map((each) => secretMark + each) },
  {
    schema: Secret(Nullable(Str)),
    value: fc.option(fc.integer({ min: 0, max: 3 }).map((each) => secretMark + each)),
  },
)

const modelOf = (members: Record<string, Typed>): Typed => ({
  schema: Model(
    Object.fromEntries(Object.entries(members).map(([each, { schema }]) => [each, Optional(schema)])),
  ),
  value: fc.record(Object.fromEntries(Object.entries(members).map(([each, { value }]) => [each, value])), {
    requiredKeys: [],
  }),
})

const { model } = fc.letrec<{ any: Typed; model: Typed }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    leaf,
    tie('model'),
    tie('model').map(({ schema, value }) => ({ schema: Nullable(schema), value: fc.option(value) })),
    tie('any').map(({ schema, value }) => ({
      schema: List(schema),
      value: fc.array(value, { maxLength: 3 }),
    })),
    tie('any').map(({ schema, value }) => ({ schema: MapOf(schema), value: fc.dictionary(name, value) })),
  ),
  model: fc.dictionary(name, tie('any'), { maxKeys: 4 }).map(modelOf),
}))

const states = model.chain(({ schema, value }) =>
  fc.record({
    schema: fc.constant(schema),
    before: fc.option(value as fc.Arbitrary<State>),
    after: fc.option(value as fc.Arbitrary<State>),
  }),
)

const applied = (state: State | null, { before, after, sealed }: Difference): State => {
  const gone = new Set([...Object.keys(before), ...Object.keys(sealed?.before ?? {})])
  const kept = Object.fromEntries(Object.entries(state ?? {}).filter(([each]) => !gone.has(each)))
  return { ...kept, ...after, ...sealed?.after }
}

describe('the difference between two states', () => {
  it('makes the state after of the state before', () => {
    fc.assert(
      fc.property(states, ({ before, after, schema }) => {
        expect(applied(before, differenceOf(before, after, schema))).toEqual(after ?? {})
      }),
    )
  })

  it('never shows what is marked as secret', () => {
    fc.assert(
      fc.property(states, ({ before, after, schema }) => {
        const { sealed: _, ...shown } = differenceOf(before, after, schema)
        expect(JSON.stringify(shown)).not.toContain(secretMark)
      }),
    )
  })

  it('is empty between equal states, and names nothing that stayed', () => {
    fc.assert(
      fc.property(states, ({ before, schema }) => {
        expect(differenceOf(before, structuredClone(before), schema)).toEqual({
          before: {},
          after: {},
          sealed: null,
        })
      }),
    )
    const schema = Model({ title: Str, points: Int32 })
    expect(differenceOf({ title: 'a', points: 1 }, { title: 'a', points: 2 }, schema)).toEqual({
      before: { points: 1 },
      after: { points: 2 },
      sealed: null,
    })
  })

  it('shows what surrounds a secret, and seals the member whole', () => {
    const schema = Model({ flags: List(Model({ id: Int32, flag: Secret(Str) })) })
    const [before, after] = [{ flags: [] }, { flags: [{ id: 1, flag: 'flag{a}' }] }]
    expect(differenceOf(before, after, schema)).toEqual({
      before: { flags: [] },
      after: { flags: [{ id: 1 }] },
      sealed: { before, after },
    })
  })

  it('seals what the schema does not know', () => {
    expect(differenceOf(null, { title: 'a', password: 'b' }, Model({ title: Str }))).toEqual({
      before: {},
      after: { title: 'a' },
      sealed: { before: {}, after: { password: 'b' } },
    })
  })
})

import { describe, expect, expectTypeOf, it } from 'vitest'
import type { ProfileUpdateModel } from './account.ts'
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from './route.ts'
import { routes } from './routes.ts'
import {
  EnumOf,
  Int32,
  List,
  MapOf,
  Maybe,
  Model,
  Nullable,
  Optional,
  Str,
  Text,
  type Schema,
  type Static,
} from './schema.ts'
import type { TeamInfo, kickMember, readTeam, adminTeams, deleteTeam } from './team.ts'

const Colour = EnumOf({ Red: 1, Blue: 2 })
const Point = Model({
  x: Int32,
  y: Optional(Int32),
  colour: Maybe(Colour),
  names: List(Str),
  by: MapOf(Int32),
})

describe('the builders', () => {
  it('write plain JSON Schema', () => {
    expect(Point).toEqual({
      type: 'object',
      required: ['x', 'names', 'by'],
      properties: {
        x: Int32,
        y: Int32,
        colour: { type: ['string', 'null'], enum: ['Red', 'Blue', null], 'x-numbers': { Red: 1, Blue: 2 } },
        names: { type: 'array', items: { type: 'string' } },
        by: { type: 'object', additionalProperties: Int32 },
      },
    })
    expect(Nullable(Point)).toEqual({ anyOf: [Point, { type: 'null' }] })
    expect(List(Text({ max: 3, secret: true }), { max: 2 })).toEqual({
      type: 'array',
      maxItems: 2,
      items: { type: 'string', maxLength: 3, 'x-secret': true, writeOnly: true },
    })
  })

  it('keep a schema the same object wherever it is used', () => {
    const Line = Model({ from: Point, to: Maybe(Point), via: List(Point) })
    expect(Line.properties?.['from']).toBe(Point)
    expect(Line.properties?.['to']?.anyOf?.[0]).toBe(Point)
    expect(Line.properties?.['via']?.items).toBe(Point)
  })

  it('know the type of what they describe', () => {
    expectTypeOf<Static<typeof Point>>().toEqualTypeOf<{
      x: number
      y?: number
      colour?: 'Red' | 'Blue' | null
      names: string[]
      by: Record<string, number>
    }>()
    expectTypeOf<Static<typeof ProfileUpdateModel>>()
      .toHaveProperty('bio')
      .toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Schema<string>>().not.toExtend<Schema<number>>()
    expectTypeOf<ParamsOf<typeof kickMember>>().toEqualTypeOf<{ id: number; userId: string }>()
    expectTypeOf<QueryOf<typeof adminTeams>>().toEqualTypeOf<{
      count?: number
      skip?: number
      search?: string
      locked?: boolean
    }>()
    expectTypeOf<BodyOf<typeof readTeam>>().toEqualTypeOf<undefined>()
    expectTypeOf<AnswerOf<typeof readTeam>>().toEqualTypeOf<TeamInfo>()
    expectTypeOf<AnswerOf<typeof deleteTeam>>().toEqualTypeOf<undefined>()
  })
})

describe('the routes', () => {
  it('are each declared once', () => {
    const ids = routes.map(({ id }) => id)
    const endpoints = routes.map(({ method, path }) =>
      `${method} ${path.replaceAll(/:\w+/g, ':')}`.toLowerCase(),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(endpoints).size).toBe(endpoints.length)
  })

  it('type exactly the parameters of their paths', () => {
    for (const { id, path, params } of routes) {
      const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
      expect(Object.keys(params?.properties ?? {}), id).toEqual(named)
      expect(params?.required ?? [], id).toEqual(named)
    }
  })
})

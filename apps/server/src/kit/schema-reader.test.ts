import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Problem } from '@pennant/contract/problem'
import {
  EnumOf,
  Flag,
  Guid,
  Int32,
  IntBetween,
  List,
  Maybe,
  Model,
  Nullable,
  Optional,
  Text,
  Time,
  type Schema,
} from '@pennant/contract/schema'
import { compileDocumentReader, compileReader } from './schema-reader.ts'
import { byBreadth } from '../../../../tests/kit/breadth.ts'

const reading = (schema: Schema) => (value: unknown) => compileReader(schema)(value, 'field')

const fault = (schema: Schema, value: unknown): [string, unknown] => {
  try {
    compileReader(schema)(value, 'field')
  } catch (error) {
    if (error instanceof Problem) return [error.code, error.params['field']]
    throw error
  }
  return expect.fail('was read')
}

const Person = Model({
  userName: Text({ required: true, min: 3, max: 5 }),
  age: Optional(Int32),
  bio: Maybe(Text({ max: 4 })),
  address: Optional(Model({ city: Text() })),
})
const person = reading(Person)

describe('an object', () => {
  it('is read by name in any case, and loses what nobody asked for', () => {
    expect(person({ USERNAME: 'alice', Age: 7, role: 'Admin', __proto__: { bio: 'x' } })).toEqual({
      userName: 'alice',
      age: 7,
    })
  })

  it('takes the last of two members that differ in case only', () => {
    expect(person({ username: 'first', userName: 'last!' })).toEqual({ userName: 'last!' })
  })

  it('is not changed by members that programs trip over', () => {
    const sent: unknown = JSON.parse(
      '{"userName":"alice","__proto__":{"admin":true},"constructor":1,"toString":2}',
    )
    const read = person(sent)
    expect(read).toEqual({ userName: 'alice' })
    expect((read as { admin?: unknown }).admin).toBeUndefined()
  })

  it.each([[null], [[]], ['text'], [5], [true], [undefined]])('is not %j', (value) => {
    expect(fault(Person, value)).toEqual(['validation.type', 'field'])
  })

  it('reports the first fault only, in the order of the wire, with the name of the member', () => {
    expect(fault(Person, { age: 'x', bio: 'too long' })).toEqual(['validation.required', 'userName'])
    expect(fault(Person, { bio: 'too long', userName: 'alice', age: 'x' })).toEqual([
      'validation.type',
      'age',
    ])
    expect(fault(Person, { userName: 'alice', bio: 'too long' })).toEqual(['validation.tooLong', 'bio'])
    expect(fault(Person, { userName: 'alice', address: { city: 5 } })).toEqual(['validation.type', 'city'])
  })
})

describe('text', () => {
  const Name = Text({ required: true, min: 3, max: 5 })

  it('is counted in UTF-16 units, limits included', () => {
    const read = reading(Name)
    for (const fits of ['abc', 'abcde', '😀a', '😀😀a']) expect(read(fits)).toBe(fits)
    expect(fault(Name, '😀')).toEqual(['validation.tooShort', 'field'])
    expect(fault(Name, '😀😀😀')).toEqual(['validation.tooLong', 'field'])
  })

  it.each([null, '', '   ', '\t\n', '\u200b\u200b\u200b', '\u3164\u00ad \ufeff'])(
    'is missing where %j is all of it and it is required',
    (blank) => expect(fault(Name, blank)).toEqual(['validation.required', 'field']),
  )

  it('may be empty and not null where it is not required', () => {
    expect(reading(Text())('')).toBe('')
    expect(fault(Text(), null)).toEqual(['validation.type', 'field'])
    expect(reading(Nullable(Text({ max: 3 })))(null)).toBeNull()
    expect(fault(Nullable(Text({ max: 3 })), 'long')).toEqual(['validation.tooLong', 'field'])
  })

  it('holds nothing that the database cannot hold', () => {
    for (const bad of ['a\0bc', 'ab\ud800', '\udc00ab'])
      expect(fault(Name, bad)).toEqual(['validation.text', 'field'])
  })

  it('is one line where that is asked for', () => {
    const Line = Text({ line: true })
    for (const bad of ['a\nb', 'a\rb', 'a\u2028b', 'a\u0085b', 'a\u001bb', 'a\tb'])
      expect(fault(Line, bad)).toEqual(['validation.text', 'field'])
    expect(reading(Text())('a\nb')).toBe('a\nb')
  })

  it('changes no direction where it is one line', () => {
    const Line = Text({ line: true })
    for (const code of [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069])
      expect(fault(Line, `a${String.fromCodePoint(code)}b`)).toEqual(['name.invisible', 'field'])
    for (const name of ['פריק!', 'نادي البحر', 'a\u200db']) expect(reading(Line)(name)).toBe(name)
  })

  it.each([[5], [true], [{}], [['abc']]])('is not %j', (value) =>
    expect(fault(Name, value)).toEqual(['validation.type', 'field']),
  )
})

describe('numbers', () => {
  it('may come as text', () => {
    expect(reading(Int32)('42')).toBe(42)
    expect(reading(Int32)(' -7 ')).toBe(-7)
    expect(reading(Int32)('+5')).toBe(5)
  })

  it.each(['', ' ', '1.5', '1e3', '0x10', '1_000', 'NaN', 'Infinity', true, null, {}, 1.5, Number.NaN])(
    'are not %j',
    (value) => expect(fault(Int32, value)[0]).toBe('validation.type'),
  )

  it('stay within their range', () => {
    for (const [schema, value] of [
      [Int32, 2 ** 31],
      [Int32, -(2 ** 31) - 1],
      [Int32, '99999999999999999999'],
      [IntBetween(1, 5), 0],
      [IntBetween(1, 5), 6],
    ] as const)
      expect(fault(schema, value)).toEqual(['validation.range', 'field'])
    expect(reading(Int32)(2 ** 31 - 1)).toBe(2 ** 31 - 1)
  })

  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        expect(reading(Int32)(number)).toBe(number)
        expect(reading(Int32)(String(number))).toBe(number)
      }),
    )
  })
})

describe('times', () => {
  const at = Date.UTC(2026, 1, 28, 10, 30, 15, 250)

  it.each([
    at,
    String(at),
    '2026-02-28T10:30:15.250Z',
    '2026-02-28T12:30:15.250+02:00',
    '2026-02-28 10:30:15.25',
    '2026-02-28T10:30:15.2500000Z',
    '2026-02-28t10:30:15.25z',
  ])('are milliseconds or ISO 8601: %j', (text) => expect(reading(Time)(text)).toBe(at))

  it('are UTC where no zone is given', () => {
    expect(reading(Time)('2026-02-28')).toBe(Date.UTC(2026, 1, 28))
    expect(reading(Time)('2026-02-28T10:30')).toBe(Date.UTC(2026, 1, 28, 10, 30))
  })

  it.each([
    'tomorrow',
    '2026-13-01',
    '2026-02-30',
    '2026-02-28T25:00',
    '28.02.2026',
    '2026-02',
    '2025-02-29T10:30Z',
    1.5,
    null,
    true,
    253_402_300_800_000,
    -62_135_596_800_001,
  ])('are not %j', (value) => expect(fault(Time, value)).toEqual(['validation.date', 'field']))

  it('come back from ISO text as they were', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }), (date) => {
        expect(reading(Time)(date.toISOString())).toBe(date.getTime())
      }),
    )
  })
})

describe('choices, switches, identifiers and lists', () => {
  const Colour = EnumOf({ Red: 0, Green: 1, None: -1 })

  it('take a name in any case or its number', () => {
    for (const [sent, name] of [
      ['Green', 'Green'],
      ['gREEN', 'Green'],
      [1, 'Green'],
      ['1', 'Green'],
      [-1, 'None'],
    ])
      expect(reading(Colour)(sent)).toBe(name)
    for (const bad of ['Blue', '', 2, '2', 1.5, null, true, 'toString'])
      expect(fault(Colour, bad)).toEqual(['validation.choice', 'field'])
    expect(reading(Nullable(Colour))(null)).toBeNull()
  })

  it('take true and false, also as text', () => {
    expect([true, false, 'true', 'False', ' TRUE '].map(reading(Flag))).toEqual([
      true,
      false,
      true,
      false,
      true,
    ])
    for (const bad of [1, 0, 'yes', '', null]) expect(fault(Flag, bad)).toEqual(['validation.type', 'field'])
  })

  it('write identifiers in lower case', () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057'
    expect(reading(Guid)(id.toUpperCase())).toBe(id)
    for (const bad of [id.slice(1), `{${id}}`, id.replaceAll('-', ''), 'x'.repeat(36)])
      expect(fault(Guid, bad)).toEqual(['validation.type', 'field'])
  })

  it('read every member of a list, and no more than there may be', () => {
    const Numbers: Schema = { ...List(Int32), maxItems: 3 }
    expect(reading(Numbers)([1, '2', 3])).toEqual([1, 2, 3])
    expect(fault(Numbers, [1, 2, 3, 4])).toEqual(['validation.tooMany', 'field'])
    expect(fault(Numbers, [1, 'x'])).toEqual(['validation.type', 'field'])
    expect(fault(Numbers, { 0: 1 })).toEqual(['validation.type', 'field'])
  })
})

describe('anything at all', () => {
  it('is read or refused with a problem, and never breaks the reader', () => {
    const All = Model({
      text: Maybe(Text({ required: true, line: true, format: 'email' })),
      phone: Maybe(Text({ format: 'phone' })),
      number: Optional(Int32),
      time: Optional(Time),
      choice: Optional(EnumOf({ A: 0 })),
      list: Optional(List(Guid)),
    })
    const read = compileReader(All)
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.record(
            {
              text: fc.jsonValue(),
              phone: fc.jsonValue(),
              number: fc.jsonValue(),
              time: fc.jsonValue(),
              choice: fc.jsonValue(),
              list: fc.jsonValue(),
            },
            { requiredKeys: [] },
          ),
        ),
        (value) => {
          try {
            read(value, '')
          } catch (error) {
            expect(error).toBeInstanceOf(Problem)
          }
        },
      ),
      { numRuns: byBreadth(100, 300, 3000) },
    )
  })
})

describe('a document', () => {
  const Inner = Model({ id: IntBetween(1, 9), note: Nullable(Text()) })
  const Whole = Model({ title: Text({ required: true }), rate: IntBetween(0, 5, 3), list: List(Inner) })
  const faultOf = (read: () => unknown): [string, unknown] | null => {
    try {
      read()
    } catch (error) {
      if (error instanceof Problem) return [error.code, error.params['field']]
      throw error
    }
    return null
  }

  it('is read with what stands for members that are left out or null', () => {
    const read = compileDocumentReader(Whole)
    const whole = { title: 'a', rate: 3, list: [{ id: 1, note: null }] }
    expect(read({ TITLE: 'a', list: [{ id: '1' }] }, 'a.json')).toEqual(whole)
    expect(read({ title: 'a', rate: null, list: [{ id: 1, note: null }] }, 'a.json')).toEqual(whole)
  })

  it.each<[value: unknown, code: string, place: string]>([
    [[], 'validation.type', 'a: b.json'],
    [{ list: [] }, 'validation.required', 'a: b.json: title'],
    [{ title: 'a' }, 'validation.type', 'a: b.json: list'],
    [{ title: 'a', list: [{ id: 1 }, 7] }, 'validation.type', 'a: b.json: list[1]'],
    [{ title: 'a', list: [{ id: 1 }, { id: 10 }] }, 'validation.range', 'a: b.json: list[1].id'],
  ])('%j is refused with its whole path', (value, code, place) => {
    expect(faultOf(() => compileDocumentReader(Whole)(value, 'a: b.json'))).toEqual([code, place])
  })

  it('can be read from a member on', () => {
    const read = compileDocumentReader(Inner, { within: true })
    expect(faultOf(() => read({ id: 0 }, 'a.json: part'))).toEqual(['validation.range', 'a.json: part.id'])
  })
})

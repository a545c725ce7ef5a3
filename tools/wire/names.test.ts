import { expect, it } from 'vitest'
import { createNames } from './names.mjs'

const guid = '01890a5d-ac96-774b-bcce-b302099a8057'
const other = '01890a5d-ac96-774b-bcce-b302099a8058'

it('names what differs between runs in the order in which it appears', () => {
  const names = createNames()
  expect(names.value([{ id: other }, { userId: guid }, { id: other }])).toEqual([
    { id: '<guid 1>' },
    { userId: '<guid 2>' },
    { id: '<guid 1>' },
  ])
})

it('keeps types apart', () => {
  const names = createNames()
  expect(names.value({ id: 7, challengeId: '7', time: 1_795_531_200_000, score: 500, end: null })).toEqual({
    id: '<id 1>',
    challengeId: '"<id 1>"',
    time: '<time>',
    score: 500,
    end: null,
  })
  expect(names.value({ time: '2026-11-24T14:00:00.000Z' })).toEqual({ time: '<iso time>' })
})

it('knows the times that the client has set', () => {
  const names = createNames()
  names.knowTime(1_795_531_200_000, 'start')
  const iso = new Date(1_795_531_200_000).toISOString()
  expect(names.value({ start: 1_795_531_200_000, end: 1_795_531_200_001, text: `since ${iso}` })).toEqual({
    start: '<time of start>',
    end: '<time>',
    text: 'since <iso time of start>',
  })
})

it('leaves values alone that stand for nothing else', () => {
  const value = { total: 3, permissions: 2_147_483_647, unset: -62_135_596_800_000, path: '/api/edit/games' }
  expect(createNames().value(value)).toEqual(value)
})

it('keeps the order of members, whatever they are called', () => {
  expect(JSON.stringify(createNames().value({ b: 1, 12: { a: 2 }, a: [] }))).toBe(
    '{"<id 1>":{"a":2},"b":1,"a":[]}',
  )
})

it('names texts of chance within headers, and keeps what surrounds them', () => {
  const names = createNames()
  expect(names.header('etag', 'W/"cfg-6553F100"')).toBe('W/"<tag 1>"')
  expect(names.header('if-none-match', '"cfg-6553F100", *')).toBe('"<tag 1>", *')
  expect(names.header('set-cookie', 'pennant_session=abc; Path=/; HttpOnly')).toBe(
    'pennant_session=<cookie 1>; Path=/; HttpOnly',
  )
  expect(names.header('retry-after', '17')).toBe('<seconds>')
  expect(names.header('cache-control', 'public, max-age=604800')).toBe('public, max-age=604800')
})

it('names ids in paths', () => {
  expect(createNames().path(`/api/game/3/challenges/12?skip=2&game=3`)).toBe(
    '/api/game/<id 1>/challenges/<id 2>?skip=2&game=<id 1>',
  )
})

it('masks members whose values no two runs share', () => {
  expect(
    createNames().value({ milliseconds: 3, kind: 'a', ok: true }, new Set(['milliseconds', 'kind', 'ok'])),
  ).toEqual({ milliseconds: '<number>', kind: '<text>', ok: true })
})

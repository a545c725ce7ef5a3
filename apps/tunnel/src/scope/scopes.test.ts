import { expect, it } from 'vitest'
import { createScopes } from './scopes.ts'

const facts = { name: 'Harbour', features: ['basic' as const], settings: {} }

it('asking again changes nothing', () => {
  const scopes = createScopes([])
  expect(scopes.ask('https://a.example', facts)).toBe('new')
  expect(scopes.ask('https://a.example', { ...facts, name: 'Other' })).toBe('known')
  scopes.allow('https://a.example')
  expect(scopes.ask('https://a.example', { ...facts, name: 'Other' })).toBe('known')
  expect(scopes.list()).toMatchObject([{ name: 'Harbour', state: 'allowed' }])
})

it('only so many may wait for an answer', () => {
  const scopes = createScopes([])
  const outcomes = Array.from({ length: 20 }, (_, n) => scopes.ask(`https://site${n}.example`, facts))
  expect(outcomes.filter((outcome) => outcome === 'new')).toHaveLength(16)
  expect(outcomes.at(-1)).toBe('full')
  scopes.allow('https://site0.example')
  expect(scopes.ask('https://late.example', facts)).toBe('new')
})

it('a site can be allowed before it asks', () => {
  const scopes = createScopes([])
  expect(scopes.allow('https://a.example')).toBe(true)
  expect(scopes.allow('https://a.example')).toBe(false)
  expect(scopes.find('https://a.example')).toMatchObject({ name: 'https://a.example', state: 'allowed' })
})

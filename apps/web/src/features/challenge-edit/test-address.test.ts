import { expect, it } from 'vitest'
import { addressOf } from './test-address.ts'

const id = '0190a8e2-5b1c-4d3e-8f70-a1b2c3d4e5f6'

it('leads to a test instance through the server where the server relays', () => {
  const host = 'ctf.example'
  expect(addressOf(id, { protocol: 'https:', host })).toBe(`wss://ctf.example/api/proxy/noinst/${id}`)
  expect(addressOf(id, { protocol: 'http:', host })).toBe(`ws://ctf.example/api/proxy/noinst/${id}`)
})

it('leads to a test instance directly where it has an address', () => {
  expect(addressOf('10.0.0.7:31337', { protocol: 'https:', host: 'ctf.example' })).toBe('10.0.0.7:31337')
})

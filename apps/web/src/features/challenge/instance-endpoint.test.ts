import { describe, expect, it } from 'vitest'
import { endpointOf } from './instance-endpoint.ts'

const id = '0b5e8a9c-6d1f-4f43-9c0e-2f8a4a1c3d5e'
const origin = { protocol: 'https:', host: 'ctf.example' }

describe('the way to an instance', () => {
  it('is its own address where ports are published', () => {
    expect(endpointOf('ctf.example:40001', 'Default', { origin, local: null })).toEqual({
      kind: 'direct',
      address: 'ctf.example:40001',
      link: 'http://ctf.example:40001',
    })
  })

  it('leads through the server where they are not', () => {
    expect(endpointOf(id, 'PlatformProxy', { origin, local: null })).toEqual({
      kind: 'tunnel',
      address: `wss://ctf.example/api/proxy/${id}`,
      link: null,
    })
  })

  it('begins on the own machine where a tunnel does', () => {
    expect(endpointOf(id, 'PlatformProxy', { origin, local: '0.0.0.0:49213' })).toEqual({
      kind: 'local',
      address: '0.0.0.0:49213',
      link: 'http://127.0.0.1:49213',
    })
  })

  it('is an address wherever it does not look like an id', () => {
    expect(endpointOf('a:1', 'PlatformProxy', { origin, local: null }).kind).toBe('direct')
  })
})

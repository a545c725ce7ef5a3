import { describe, expect, it } from 'vitest'
import {
  isTunnelVersionEnough,
  minimumTunnelVersion,
  readTunnelVersion,
  tunnelStateOf,
  tunnelVersion,
} from './tunnel.ts'

describe('the version of a tunnel', () => {
  it('is read from an object and from a bare text', () => {
    expect(readTunnelVersion({ version: '0.5.17' })).toBe('0.5.17')
    expect(readTunnelVersion('0.5.17')).toBe('0.5.17')
    expect(readTunnelVersion({ version: 5 })).toBeNull()
    expect(readTunnelVersion(null)).toBeNull()
  })

  it('is compared number by number', () => {
    expect(isTunnelVersionEnough('0.4')).toBe(true)
    expect(isTunnelVersionEnough('0.4.0')).toBe(true)
    expect(isTunnelVersionEnough('0.10.0')).toBe(true)
    expect(isTunnelVersionEnough('1')).toBe(true)
    expect(isTunnelVersionEnough('0.5.0-rc.1')).toBe(true)
    expect(isTunnelVersionEnough('0.3.99')).toBe(false)
    expect(isTunnelVersionEnough('0')).toBe(false)
    expect(isTunnelVersionEnough('soon')).toBe(false)
    expect(isTunnelVersionEnough('')).toBe(false)
  })

  it('of ours satisfies clients that compare texts, too', () => {
    expect(isTunnelVersionEnough(tunnelVersion)).toBe(true)
    expect(tunnelVersion >= minimumTunnelVersion).toBe(true)
  })
})

describe('the state of a tunnel', () => {
  it('is told by a status alone', () => {
    expect(tunnelStateOf(202)).toBe('usable')
    expect(tunnelStateOf(201)).toBe('pending')
    for (const status of [200, 204, 403, 404, 500]) expect(tunnelStateOf(status)).toBe('invalid')
  })
})

import { describe, expect, it } from 'vitest'
import { countedAs, isLoopback, plainAddress } from './address.ts'

describe('addresses', () => {
  it('are counted one by one in IPv4, mapped or not', () => {
    expect(countedAs('192.0.2.1')).toBe('192.0.2.1')
    expect(countedAs('::ffff:192.0.2.1')).toBe('192.0.2.1')
  })

  it('are counted by the network of a household in IPv6', () => {
    expect(countedAs('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(countedAs('2001:db8:1:2::1')).toBe(countedAs('2001:db8:1:2:ffff::9'))
    expect(countedAs('2001:db8:1:2::1')).not.toBe(countedAs('2001:db8:1:3::1'))
  })

  it('are known to be of this machine', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect([null, '192.0.2.1', '::2'].map(isLoopback)).toEqual([false, false, false])
  })

  it('are nothing where there is no address', () => {
    expect(plainAddress('nonsense')).toBeNull()
    expect(plainAddress(undefined)).toBeNull()
    expect(plainAddress('::ffff:192.0.2.1')).toBe('192.0.2.1')
    expect(plainAddress('192.0.2.1:1234')).toBe('192.0.2.1')
    expect(plainAddress('[2001:db8::1]:1234')).toBe('2001:db8::1')
  })
})

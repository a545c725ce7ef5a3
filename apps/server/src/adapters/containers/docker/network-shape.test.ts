import type { NetworkInspectInfo } from 'dockerode'
import { describe, expect, it } from 'vitest'
import { misfitOf, type NetworkWish, shapeOf } from './network-shape.ts'

const icc = 'com.docker.network.bridge.enable_icc'
const masquerade = 'com.docker.network.bridge.enable_ip_masquerade'

const wishOf = (more: Partial<NetworkWish> = {}): NetworkWish => ({
  mode: 'Open',
  publishes: false,
  self: null,
  ...more,
})

const networkOf = (wish: NetworkWish, more: Partial<NetworkInspectInfo> = {}): NetworkInspectInfo => ({
  ...{ Name: 'n', Id: '1', Created: '', Scope: 'local', Driver: 'bridge', EnableIPv6: false },
  ...{ Attachable: true, Ingress: false, ConfigOnly: false },
  ...shapeOf(wish),
  ...more,
})

describe('the shape of a network', () => {
  it('keeps instances apart, and only open ones get out', () => {
    expect(shapeOf(wishOf())).toEqual({ Internal: false, Options: { [icc]: 'false', [masquerade]: 'true' } })
    expect(shapeOf(wishOf({ mode: 'Isolated' }))).toEqual({
      Internal: true,
      Options: { [icc]: 'false', [masquerade]: 'false' },
    })
  })

  it('has a gateway where ports are published', () => {
    expect(shapeOf(wishOf({ mode: 'Isolated', publishes: true }))).toEqual({
      Internal: false,
      Options: { [icc]: 'false', [masquerade]: 'false' },
    })
  })

  it('lets containers see each other only when this server is one of them', () => {
    expect(shapeOf(wishOf({ self: 'us' })).Options[icc]).toBe('true')
  })

  it('fits what was made for the same wish', () => {
    for (const mode of ['Open', 'Isolated'] as const)
      for (const publishes of [true, false])
        for (const self of [null, 'us']) {
          const wish = { mode, publishes, self }
          expect(misfitOf(networkOf(wish), wish)).toBeNull()
        }
  })

  it('does not fit when it lets through what it should not', () => {
    const isolated = wishOf({ mode: 'Isolated' })
    expect(misfitOf(networkOf(isolated), { ...isolated, publishes: true })).toMatchObject({ isFatal: true })
    expect(misfitOf(networkOf({ ...isolated, publishes: true }), isolated)?.words).toMatch(/has a way out/)
    expect(misfitOf(networkOf(wishOf()), wishOf({ self: 'us' }))?.words).toMatch(/itself a container/)
    expect(misfitOf(networkOf(wishOf({ self: 'us' })), wishOf())?.words).toMatch(/reach each other/)
    expect(misfitOf(networkOf(wishOf(), { Driver: 'overlay' }), wishOf())?.words).toMatch(/overlay/)
    expect(misfitOf(networkOf(wishOf(), { Options: {} }), wishOf())?.words).toMatch(/reach each other/)
  })
})

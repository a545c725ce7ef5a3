import type { NetworkInspectInfo } from 'dockerode'
import { describe, expect, it } from 'vitest'
import { bridgeFor } from './bridge.ts'
import { misfitOf, type NetworkWish, shapeOf } from './network-shape.ts'

const bridge = 'com.docker.network.bridge.name'
const icc = 'com.docker.network.bridge.enable_icc'
const masquerade = 'com.docker.network.bridge.enable_ip_masquerade'

const wishOf = (more: Partial<NetworkWish> = {}): NetworkWish => ({ mode: 'Open', publishes: false, ...more })

const networkOf = (wish: NetworkWish, more: Partial<NetworkInspectInfo> = {}): NetworkInspectInfo => ({
  ...{ Name: 'n', Id: '1', Created: '', Scope: 'local', Driver: 'bridge', EnableIPv6: false },
  ...{ Attachable: true, Ingress: false, ConfigOnly: false },
  ...shapeOf('n', wish),
  ...more,
})

describe('the shape of a network', () => {
  const options = { [bridge]: bridgeFor('n'), [icc]: 'false' }

  it('keeps instances apart, and only open ones get out', () => {
    expect(shapeOf('n', wishOf())).toEqual({ Internal: false, Options: { ...options, [masquerade]: 'true' } })
    expect(shapeOf('n', wishOf({ mode: 'Isolated' }))).toEqual({
      Internal: true,
      Options: { ...options, [masquerade]: 'false' },
    })
  })

  it('has a gateway where ports are published', () => {
    expect(shapeOf('n', wishOf({ mode: 'Isolated', publishes: true }))).toEqual({
      Internal: false,
      Options: { ...options, [masquerade]: 'false' },
    })
  })

  it('fits what was made for the same wish', () => {
    for (const mode of ['Open', 'Isolated'] as const)
      for (const publishes of [true, false]) {
        const wish = { mode, publishes }
        expect(misfitOf(networkOf(wish), wish)).toBeNull()
      }
  })

  it('does not fit when it lets through what it should not', () => {
    const isolated = wishOf({ mode: 'Isolated' })
    const fatal = (words: RegExp) => ({ words: expect.stringMatching(words), isFatal: true })
    expect(misfitOf(networkOf(isolated), { ...isolated, publishes: true })).toEqual(fatal(/is internal/))
    const talking = { ...options, [icc]: 'true', [masquerade]: 'true' }
    expect(misfitOf(networkOf(wishOf(), { Options: talking }), wishOf())).toEqual(fatal(/reach each other/))
    expect(misfitOf(networkOf(wishOf(), { Options: {} }), wishOf())).toEqual(fatal(/reach each other/))
    expect(misfitOf(networkOf(wishOf(), { Name: 'n' }), isolated)).toEqual(fatal(/reach other networks/))
    expect(misfitOf(networkOf(isolated, { Driver: 'overlay' }), isolated)).toEqual(fatal(/overlay/))
  })

  it('is put up with where packet rules close what is open, or nothing is promised', () => {
    const isolated = wishOf({ mode: 'Isolated' })
    const bearable = (words: RegExp) => ({ words: expect.stringMatching(words), isFatal: false })
    expect(misfitOf(networkOf({ ...isolated, publishes: true }), isolated)).toEqual(bearable(/has a way out/))
    expect(misfitOf(networkOf(wishOf(), { Driver: 'overlay' }), wishOf())).toEqual(bearable(/overlay/))
    const nameless = { [icc]: 'false', [masquerade]: 'true' }
    expect(misfitOf(networkOf(wishOf(), { Options: nameless }), wishOf())).toEqual(bearable(/fixed name/))
  })
})

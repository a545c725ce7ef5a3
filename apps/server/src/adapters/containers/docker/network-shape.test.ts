import type { NetworkInspectInfo } from 'dockerode'
import { describe, expect, it } from 'vitest'
import { bridgeFor } from './bridge.ts'
import { mismatchOf, type NetworkOptions, shapeOf } from './network-shape.ts'

const bridge = 'com.docker.network.bridge.name'
const icc = 'com.docker.network.bridge.enable_icc'
const masquerade = 'com.docker.network.bridge.enable_ip_masquerade'

const optionsOf = (more: Partial<NetworkOptions> = {}): NetworkOptions => ({
  mode: 'Open',
  publishes: false,
  ...more,
})

const networkOf = (options: NetworkOptions, more: Partial<NetworkInspectInfo> = {}): NetworkInspectInfo => ({
  ...{ Name: 'n', Id: '1', Created: '', Scope: 'local', Driver: 'bridge', EnableIPv6: false },
  ...{ Attachable: true, Ingress: false, ConfigOnly: false },
  ...shapeOf('n', options),
  ...more,
})

describe('the shape of a network', () => {
  const options = { [bridge]: bridgeFor('n'), [icc]: 'false' }

  it('keeps instances apart, and only open ones get out', () => {
    expect(shapeOf('n', optionsOf())).toEqual({
      Internal: false,
      Options: { ...options, [masquerade]: 'true' },
    })
    expect(shapeOf('n', optionsOf({ mode: 'Isolated' }))).toEqual({
      Internal: true,
      Options: { ...options, [masquerade]: 'false' },
    })
  })

  it('has a gateway where ports are published', () => {
    expect(shapeOf('n', optionsOf({ mode: 'Isolated', publishes: true }))).toEqual({
      Internal: false,
      Options: { ...options, [masquerade]: 'false' },
    })
  })

  it('fits what was made for the same wish', () => {
    for (const mode of ['Open', 'Isolated'] as const)
      for (const publishes of [true, false]) {
        const wanted = { mode, publishes }
        expect(mismatchOf(networkOf(wanted), wanted)).toBeNull()
      }
  })

  it('does not fit when it lets through what it should not', () => {
    const isolated = optionsOf({ mode: 'Isolated' })
    const fatal = (message: RegExp) => ({ message: expect.stringMatching(message), isFatal: true })
    expect(mismatchOf(networkOf(isolated), { ...isolated, publishes: true })).toEqual(fatal(/is internal/))
    const talking = { ...options, [icc]: 'true', [masquerade]: 'true' }
    expect(mismatchOf(networkOf(optionsOf(), { Options: talking }), optionsOf())).toEqual(
      fatal(/reach each other/),
    )
    expect(mismatchOf(networkOf(optionsOf(), { Options: {} }), optionsOf())).toEqual(
      fatal(/reach each other/),
    )
    expect(mismatchOf(networkOf(optionsOf(), { Name: 'n' }), isolated)).toEqual(fatal(/reach other networks/))
    expect(mismatchOf(networkOf(isolated, { Driver: 'overlay' }), isolated)).toEqual(fatal(/overlay/))
  })

  it('is put up with where packet rules close what is open, or nothing is promised', () => {
    const isolated = optionsOf({ mode: 'Isolated' })
    const bearable = (message: RegExp) => ({ message: expect.stringMatching(message), isFatal: false })
    expect(mismatchOf(networkOf({ ...isolated, publishes: true }), isolated)).toEqual(
      bearable(/has a way out/),
    )
    expect(mismatchOf(networkOf(optionsOf(), { Driver: 'overlay' }), optionsOf())).toEqual(
      bearable(/overlay/),
    )
    const nameless = { [icc]: 'false', [masquerade]: 'true' }
    expect(mismatchOf(networkOf(optionsOf(), { Options: nameless }), optionsOf())).toEqual(
      bearable(/fixed name/),
    )
  })
})

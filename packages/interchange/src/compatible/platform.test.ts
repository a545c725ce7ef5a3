import { describe, expect, it } from 'vitest'
import { nothingKnown } from './known.ts'
import { createTally } from './notes.ts'
import { mapSettings } from './platform.ts'

const hash = 'a'.repeat(64)

describe('settings', () => {
  it.each([
    ['DefaultLifetime', { 0: 1, 1: 1, 7200: 7200, 7201: 7200 }],
    ['ExtensionDuration', { 0: 1, 1: 1, 7200: 7200, 7201: 7200 }],
    ['RenewalWindow', { 0: 1, 1: 1, 360: 360, 361: 360 }],
  ])('keep %s within what can be set here', (name, expected) => {
    for (const [given, minutes] of Object.entries(expected)) {
      const told = createTally('Configs')
      const { ContainerPolicy } = mapSettings(
        new Map([[`ContainerPolicy:${name}`, given]]),
        nothingKnown(),
        told,
      )
      expect(Object.values(ContainerPolicy)).toContain(minutes)
      expect(told.report().changed).toHaveLength(given === String(minutes) ? 0 : 1)
    }
  })

  it('are read from texts, and have their defaults where there are none', () => {
    const given = new Map([
      ['AccountPolicy:AllowRegister', 'False'],
      ['ContainerPolicy:DefaultLifetime', '90'],
      ['ContainerPolicy:RenewalWindow', 'soon'],
      ['GlobalConfig:Title', 'Frostbyte'],
      ['GlobalConfig:LogoHash', hash],
      ['GlobalConfig:FaviconHash', ''],
    ])
    const tally = createTally('Configs')
    const settings = mapSettings(given, nothingKnown(), tally)
    expect(settings).toMatchObject({
      AccountPolicy: { allowRegister: false, activeOnRegister: true },
      GlobalConfig: { title: 'Frostbyte', logoHash: null, faviconHash: null },
      ContainerPolicy: { defaultLifetime: 90, renewalWindow: 10 },
    })
    const { changed, lost } = tally.report()
    expect([changed, lost].map((found) => found.map(({ what }) => what))).toEqual([
      ['ContainerPolicy:RenewalWindow'],
      ['GlobalConfig:LogoHash'],
    ])
  })

  it('that are not known here are lost, but for blank ones and the one that follows from the title', () => {
    const given = new Map([
      ['GlobalConfig:Platform', 'Frostbyte::CTF'],
      ['GlobalConfig:Later', 'x'],
      ['ManagedConfig:ApiToken:PublicKey', 'x'],
      ['ManagedConfig:ApiEncryption:PublicKey', ''],
    ])
    const tally = createTally('Configs')
    mapSettings(given, nothingKnown(), tally)
    expect(tally.report().lost.flatMap(({ examples }) => examples)).toEqual([
      'GlobalConfig:Later',
      'ManagedConfig:ApiToken:PublicKey',
    ])
  })
})

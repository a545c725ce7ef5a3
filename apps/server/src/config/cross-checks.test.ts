import { describe, expect, it } from 'vitest'
import { ConfigFault } from './fault.ts'
import { loadConfig } from './load.ts'

type Outcome = { faults: string[]; warnings: readonly string[] }

function outcomeOf(file: object): Outcome {
  try {
    const { warnings } = loadConfig({ argv: [], env: {}, cwd: '/', readFile: () => JSON.stringify(file) })
    return { faults: [], warnings }
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error
    return { faults: error.faults.map(({ setting, problem }) => `${setting}: ${problem}`), warnings: [] }
  }
}

const faultsOf = (file: object): string[] => outcomeOf(file).faults
const warningsOf = (file: object): readonly string[] => outcomeOf(file).warnings
const fine: Outcome = { faults: [], warnings: [] }

describe('settings that contradict each other', () => {
  it('the two ports must differ, unless the system picks them', () => {
    expect(faultsOf({ port: 3000 })).toEqual(['healthPort: it must differ from port'])
    expect(outcomeOf({ port: 0, healthPort: 0 })).toEqual(fine)
  })

  it('a pod takes three name servers at most', () => {
    const asked = (dns: string[]) => ({ containerProvider: { kubernetesConfig: { dns } } })
    expect(faultsOf(asked(['1.1.1.1', '1.0.0.1', '::1', '9.9.9.9']))).toEqual([
      'containerProvider.kubernetesConfig.dns: Kubernetes takes no more than three name servers',
    ])
    expect(outcomeOf(asked(['1.1.1.1', '1.0.0.1', '::1']))).toEqual(fine)
  })

  it('Redis without a database for all processes is warned of', () => {
    const redisCache = 'redis://h'
    expect(warningsOf({ connectionStrings: { redisCache } })).toEqual([
      expect.stringMatching(/^connectionStrings\.redisCache .* several processes need one database/),
    ])
    expect(outcomeOf({ connectionStrings: { redisCache, database: 'postgres://h/d' } })).toEqual(fine)
  })

  it('a short secret key is warned of and not shown', () => {
    const [warning, ...more] = warningsOf({ secretKey: 'hunter2' })
    expect(more).toEqual([])
    expect(warning).toMatch(/^secretKey \(file .*pennant\.json, key secretKey\): it is short/)
    expect(warning).not.toContain('hunter2')
  })

  it('CloudflareTurnstile without one of its keys is warned of', () => {
    const provider = 'CloudflareTurnstile'
    expect(warningsOf({ captchaConfig: { provider } })).toHaveLength(2)
    expect(warningsOf({ captchaConfig: { provider, siteKey: 'a' } })).toEqual([
      expect.stringMatching(
        /without captchaConfig\.secretKey the provider CloudflareTurnstile lets everyone pass$/,
      ),
    ])
    expect(outcomeOf({ captchaConfig: { provider, siteKey: 'a', secretKey: 'b' } })).toEqual(fine)
  })

  it('a certificate for Docker needs its key, and the key its certificate', () => {
    const prefix = 'containerProvider.dockerConfig'
    expect(faultsOf({ containerProvider: { dockerConfig: { tlsCert: 'c.pem' } } })).toEqual([
      `${prefix}.tlsKey: tlsCert has no effect without it`,
    ])
    expect(faultsOf({ containerProvider: { dockerConfig: { tlsKey: 'k.pem' } } })).toEqual([
      `${prefix}.tlsCert: tlsKey has no effect without it`,
    ])
  })

  it('a Docker daemon over a bare network is warned of, unless it is on this machine', () => {
    const warningsFor = (dockerConfig: object): readonly string[] =>
      warningsOf({ containerProvider: { dockerConfig } })
    expect(warningsFor({ uri: 'tcp://docker.example' })).toEqual([
      expect.stringMatching(/^containerProvider\.dockerConfig\.uri .* it is not encrypted/),
    ])
    expect(warningsFor({ uri: 'tcp://127.0.0.1:2375' })).toEqual([])
    expect(warningsFor({ uri: 'unix:///run/docker.sock' })).toEqual([])
    expect(warningsFor({ uri: 'tcp://docker.example', tlsCa: 'ca.pem' })).toEqual([])
  })

  it('captures are only warned of when instances have published ports', () => {
    const enableTrafficCapture = true
    expect(warningsOf({ containerProvider: { enableTrafficCapture } })).toEqual([
      expect.stringMatching(/^containerProvider\.enableTrafficCapture .* is PlatformProxy$/),
    ])
    const portMappingType = 'PlatformProxy'
    expect(outcomeOf({ containerProvider: { enableTrafficCapture, portMappingType } })).toEqual(fine)
  })

  it('a password without a user name is a fault', () => {
    expect(faultsOf({ containerProvider: { dockerConfig: { password: 'p' } } })).toEqual([
      'containerProvider.dockerConfig.userName: the password has no effect without it',
    ])
    const emailConfig = { password: 'p', senderAddress: 'a@b.example' }
    expect(faultsOf({ emailConfig })).toEqual(['emailConfig.userName: the password has no effect without it'])
  })

  it('a registry needs a user name and a password', () => {
    expect(faultsOf({ registries: { 'ghcr.io': { userName: 'u' } } })).toEqual([
      'registries.ghcr.io.password: a registry needs both userName and password',
    ])
    expect(faultsOf({ registries: { 'ghcr.io': { serverAddress: 'x' } } })).toHaveLength(2)
  })

  it('a mail login without a sender, and a sender without a public address, are warned of', () => {
    expect(warningsOf({ emailConfig: { userName: 'u', password: 'p' } })).toEqual([
      expect.stringContaining('so emails stay in the outbox although a login is given'),
    ])
    const emailConfig = { senderAddress: 'a@b.example' }
    expect(warningsOf({ emailConfig })).toEqual([
      expect.stringMatching(/^publicUrl: without it, links in emails/),
    ])
    expect(outcomeOf({ emailConfig, publicUrl: 'https://b.example' })).toEqual(fine)
  })

  it('believing every address is warned of', () => {
    expect(warningsOf({ forwardedOptions: { knownNetworks: ['0.0.0.0/0'] } })).toEqual([
      expect.stringContaining('clients can choose which address they appear to have'),
    ])
  })

  it('a difficulty outside its range is moved into it, with a warning', () => {
    const of = (difficulty: unknown) => {
      const file = { captchaConfig: { hashPow: { difficulty } } }
      const { config, warnings } = loadConfig({
        argv: [],
        env: {},
        cwd: '/',
        readFile: () => JSON.stringify(file),
      })
      return [config.captchaConfig.hashPow.difficulty, warnings.length]
    }
    expect([of(7), of(8), of('48'), of(49), of(-1)]).toEqual([
      [8, 1],
      [8, 0],
      [48, 0],
      [48, 1],
      [8, 1],
    ])
    expect(faultsOf({ captchaConfig: { hashPow: { difficulty: 'hard' } } })).toHaveLength(1)
  })

  it('nothing follows from a setting that is at fault itself', () => {
    expect(faultsOf({ port: 'x', healthPort: 8080 })).toEqual([
      expect.stringMatching(/^port: "x" is not accepted/),
    ])
  })
})

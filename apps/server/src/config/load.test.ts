import { describe, expect, it } from 'vitest'
import { configOf, faultOf, faultsOf, load } from './load.suite.ts'

describe('settings without any source', () => {
  it('are the defaults', () => {
    const { config, warnings } = load({})
    expect(config).toMatchObject({
      host: '0.0.0.0',
      port: 8080,
      healthHost: null,
      healthPort: 3000,
      publicUrl: null,
      dataDir: '/srv/pennant/data',
      webRoot: null,
      maxBodyBytes: 30_000_000,
      connectionStrings: { database: null, redisCache: null, storage: 'disk://path=./files' },
      emailConfig: { senderAddress: '', smtp: { host: '127.0.0.1', port: 587, secure: 'auto' } },
      captchaConfig: { provider: 'None', hashPow: { difficulty: 18 } },
      containerProvider: {
        type: 'Auto',
        portMappingType: 'Default',
        environmentAliases: ['FLAG', 'GZCTF_'],
        kubernetesConfig: { kubeConfig: '/srv/pennant/kube-config.yaml', allowCidr: [] },
      },
      registries: {},
      forwardedOptions: { forwardLimit: 1, knownNetworks: ['127.0.0.0/8', '::1/128'], knownProxies: [] },
      telemetry: { prometheus: { enable: true } },
    })
    expect(warnings).toEqual([])
  })

  it('cannot be changed by who reads them', () => {
    const config = configOf({})
    expect(() => Object.assign(config.emailConfig.smtp, { port: 1 })).toThrow(TypeError)
    expect(() => Object.assign(config.forwardedOptions.knownNetworks, { 0: '0.0.0.0/0' })).toThrow(TypeError)
    expect(() => Object.assign(config.containerProvider.kubernetesConfig, { dns: [] })).toThrow(TypeError)
    expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError)
  })
})

describe('the order of sources', () => {
  const file = { port: 1001, healthPort: 1002, sessionDays: 3 }

  it('lets variables win over the file and flags win over variables', () => {
    const env = { PENNANT_PORT: '2001', PENNANT_HEALTH_PORT: '2002' }
    expect(configOf({ file, env, argv: ['--port=3001'] })).toMatchObject({
      port: 3001,
      healthPort: 2002,
      sessionDays: 3,
    })
  })

  it('replaces a list as a whole', () => {
    const lists = { containerProvider: { environmentAliases: ['A', 'B', 'C'] } }
    const env = { PENNANT_CONTAINER_PROVIDER__ENVIRONMENT_ALIASES: 'D' }
    expect(configOf({ file: lists }).containerProvider.environmentAliases).toEqual(['A', 'B', 'C'])
    expect(configOf({ file: lists, env }).containerProvider.environmentAliases).toEqual(['D'])
    const none = { containerProvider: { environmentAliases: [] } }
    expect(configOf({ file: none }).containerProvider.environmentAliases).toEqual([])
  })

  it('lets a prefixed variable win over one with a name of its own, and says so', () => {
    const env = {
      DATABASE_URL: 'postgres://from-platform/db',
      PENNANT_CONNECTION_STRINGS__DATABASE: 'postgres://from-operator/db',
    }
    const { config, warnings } = load({ env })
    expect(config.connectionStrings.database).toBe('postgres://from-operator/db')
    expect(warnings).toEqual([
      'variable DATABASE_URL has no effect beside variable PENNANT_CONNECTION_STRINGS__DATABASE',
    ])
  })

  it('takes DATABASE_URL and REDIS_URL without prefix', () => {
    const env = {
      DATABASE_URL: 'postgresql://h/db',
      REDIS_URL: 'redis://r',
      PENNANT_SECRET_KEY: 'k'.repeat(32),
    }
    expect(configOf({ env }).connectionStrings).toMatchObject({
      database: 'postgresql://h/db',
      redisCache: 'redis://r',
    })
  })

  it('counts a blank variable and a null in the file as not given', () => {
    const env = { PENNANT_PORT: '', PENNANT_PUBLIC_URL: ' ', DATABASE_URL: '', PENNANT_ADMIN_PASSWORD: '' }
    const config = configOf({ file: { port: 1001, healthPort: null, emailConfig: null }, env })
    expect(config).toMatchObject({ port: 1001, healthPort: 3000, publicUrl: null, adminPassword: null })
  })
})

describe('tables', () => {
  it('put together what the file and variables say of one host', () => {
    const file = {
      registries: {
        'GHCR.io': { userName: 'me', password: 'old' },
        'hub:5000': { userName: 'u', password: 'p' },
      },
    }
    const env = { 'PENNANT_REGISTRIES__ghcr.io__PASSWORD': 'new' }
    expect(configOf({ file, env }).registries).toEqual({
      'ghcr.io': { userName: 'me', password: 'new', serverAddress: null },
      'hub:5000': { userName: 'u', password: 'p', serverAddress: null },
    })
  })

  it('cannot be used to reach the prototype of an object', () => {
    const file = '{"registries": {"__proto__": {"userName": "u", "password": "p"}}}'
    const { registries } = configOf({ file })
    expect(Object.keys(registries)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(registries)).toBe(Object.prototype)
  })
})

describe('several names for one list', () => {
  it('are put together within a source', () => {
    const forwardedOptions = {
      knownIPNetworks: ['10.0.0.0/8'],
      KnownNetworks: ['fd00::/8'],
      trustedNetworks: '10.0.0.0/8, 192.168.0.0/16',
      knownProxies: ['10.1.2.3'],
      trustedProxies: ['proxy.internal'],
    }
    expect(configOf({ file: { forwardedOptions } }).forwardedOptions).toEqual({
      forwardLimit: 1,
      knownNetworks: ['10.0.0.0/8', 'fd00::/8', '192.168.0.0/16'],
      knownProxies: ['10.1.2.3', 'proxy.internal'],
    })
  })
})

describe('venues', () => {
  const venues = [
    { network: '192.0.2.0/24', people: 400 },
    { network: '2001:db8::/48', people: 8 },
  ]
  const text = '192.0.2.0/24=400, 2001:DB8::/48 = 8'

  it.each([
    { file: { limits: { venues } } },
    { file: { limits: { venues: text } } },
    { file: { limits: { venues: text.split(', ') } } },
    { env: { PENNANT_LIMITS__VENUES: text } },
    { env: { PENNANT_LIMITS__VENUES: JSON.stringify(venues) } },
    { env: { PENNANT_LIMITS__VENUES__0: '192.0.2.0/24=400', PENNANT_LIMITS__VENUES__1: '2001:db8::/48=8' } },
  ])('are the same as objects and as text: %j', (given) => {
    expect(configOf(given).limits.venues).toEqual(venues)
  })

  it.each([
    ['192.0.2.0/24', 'is not accepted; it must be a list in which every part is a network and the number'],
    ['192.0.2.0/24=', 'is not accepted; it must be'],
    ['192.0.2.0=4', 'because 192.0.2.0 is no network such as 192.0.2.0/24 or 2001:db8::/48; it must be'],
    ['192.0.2.0/33=4', 'because 192.0.2.0/33 is no network'],
    ['192.0.2.0/24=0', 'because the number of people is not from 1 to 100000'],
    ['192.0.2.0/24=100001', 'because the number of people is not from 1 to 100000'],
    ['192.0.2.0/24=4,192.0.2.0/24=5', '"192.0.2.0/24=5" is not accepted because the network is there twice'],
    ['[{"network": 1, "people": 4}]', 'is not accepted; it must be'],
    ['[{"network"', 'is not accepted; it must be'],
  ])('are refused with the reason: %s', (given, reason) => {
    const { message } = faultOf({ env: { PENNANT_LIMITS__VENUES: given } })
    expect(message).toContain('limits.venues (variable PENNANT_LIMITS__VENUES): ')
    expect(message).toContain(reason)
  })

  it.each([
    [[{ network: '192.0.2.0/24' }]],
    [[{ network: '192.0.2.0/24', people: 4, name: 'school' }]],
    [[['192.0.2.0/24', 4]]],
    [{ network: '192.0.2.0/24', people: 4 }],
  ])('are refused in a file where they are something else: %j', (given) => {
    const { message } = faultOf({ file: { limits: { venues: given } } })
    expect(message).toContain(
      'limits.venues (file /srv/pennant/pennant.json): it must be a list in which every part is a network',
    )
  })
})

describe('faults', () => {
  it('include a recipient of backups with a mistyped character', () => {
    const recipient = 'age167an3c6pg2l77qxx5tx9mqyw57c04y8j949fjazukz4235qs34yqtv3728'
    const env = (text: string) => ({ env: { PENNANT_BACKUP__RECIPIENT: text } })
    expect(configOf(env(recipient)).backup.recipient).toBe(recipient)
    expect(faultsOf(env(recipient.replace('6pg2', '6pq2')))).toEqual([
      expect.stringContaining('exactly as age-keygen prints it'),
    ])
  })

  it('are told all at once, each with the setting, its place, the value and what is allowed', () => {
    const fault = faultOf({
      file: {
        emailConfig: { senderAddress: 'nobody', smtp: { port: 0 } },
        containerProvider: { type: 'Podman' },
      },
      env: { PENNANT_PORT: '70000', PENNANT_FORWARDED_OPTIONS__KNOWN_NETWORKS: '10.0.0.0/8,10.0.0.1/33' },
      argv: ['--session-days=0', '--database-pool=1.5'],
    })
    expect(fault.name).toBe('ConfigFault')
    expect(fault.message.split('\n')).toEqual([
      '7 settings are invalid.',
      '  - port (variable PENNANT_PORT): "70000" is not accepted; it must be a whole number from 0 to 65535',
      '  - sessionDays (flag --session-days): "0" is not accepted; it must be a whole number from 1 to 365',
      '  - databasePool (flag --database-pool): "1.5" is not accepted; it must be a whole number from 1 to 500',
      '  - emailConfig.senderAddress (file /srv/pennant/pennant.json, key emailConfig.senderAddress): "nobody" is not accepted; it must be an email address, or nothing',
      '  - emailConfig.smtp.port (file /srv/pennant/pennant.json, key emailConfig.smtp.port): "0" is not accepted; it must be a whole number from 1 to 65535',
      '  - containerProvider.type (file /srv/pennant/pennant.json, key containerProvider.type): "Podman" is not accepted; it must be one of Auto, None, Docker, Kubernetes',
      '  - forwardedOptions.knownNetworks (variable PENNANT_FORWARDED_OPTIONS__KNOWN_NETWORKS): "10.0.0.1/33" is not accepted; it must be a list in which every part is a network such as 10.0.0.0/8 or fd00::/8',
    ])
  })

  it('never show a secret, nor the user part of an address', () => {
    const { message } = faultOf({
      env: {
        DATABASE_URL: 'mysql://me:hunter2@h/db',
        REDIS_URL: 'h,hunter2',
        PENNANT_CONNECTION_STRINGS__STORAGE: 'ftp://secretKey=hunter2',
        PENNANT_PUBLIC_URL: 'https://me:hunter2@h',
        PENNANT_HUNTER: 'hunter2',
      },
    })
    expect(message).not.toContain('hunter2')
    expect(message).toContain('5 settings are invalid')
  })
})

import { describe, expect, it } from 'vitest'
import { describe as describeConfig } from './describe.ts'
import { loadConfig } from './load.ts'

const descriptionOf = (file: object): ReturnType<typeof describeConfig> =>
  describeConfig(loadConfig({ argv: [], env: {}, cwd: '/', readFile: () => JSON.stringify(file) }).config)

describe('the settings as a log shows them', () => {
  it('tell of a secret only whether it is given', () => {
    const description = descriptionOf({
      adminPassword: 'hunter2',
      secretKey: 'hunter2hunter2hunter2',
      connectionStrings: { database: 'postgres://u:hunter2@h/d', storage: 's3://secretKey=hunter2' },
      emailConfig: { userName: 'u', password: 'hunter2' },
      containerProvider: {
        dockerConfig: { uri: 'tcp://u:hunter2@h:2375', userName: 'u', password: 'hunter2' },
      },
      registries: { 'ghcr.io': { userName: 'u', password: 'hunter2' } },
    })
    expect(JSON.stringify(description)).not.toContain('hunter2')
    expect(description).toMatchObject({
      port: 8080,
      adminPassword: '(set)',
      connectionStrings: { database: '(set)', redisCache: null, storage: '(set)' },
      emailConfig: { userName: 'u', password: '(set)' },
      containerProvider: { dockerConfig: { uri: 'tcp://***@h:2375' } },
      registries: { 'ghcr.io': { userName: 'u', password: '(set)', serverAddress: null } },
    })
  })

  it('show defaults as they are', () => {
    expect(descriptionOf({})).toMatchObject({
      adminPassword: null,
      connectionStrings: { database: null, storage: 'disk://path=./files' },
      emailConfig: { password: null },
      containerProvider: { environmentAliases: ['FLAG', 'GZCTF_'] },
      forwardedOptions: { knownNetworks: ['127.0.0.0/8', '::1/128'] },
    })
  })
})

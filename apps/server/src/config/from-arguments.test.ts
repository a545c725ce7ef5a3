import { describe, expect, it } from 'vitest'
import { configOf, faultOf, faultsOf, load } from './load.suite.ts'

describe('flags', () => {
  it('exist for every setting of the first level, with = or a space', () => {
    const argv = [
      '--port',
      '81',
      '--data-dir=/d',
      '--healthPort',
      '82',
      '--request-logging',
      '--log-level',
      'DEBUG',
    ]
    expect(configOf({ argv })).toMatchObject({
      port: 81,
      healthPort: 82,
      dataDir: '/d',
      requestLogging: true,
      logLevel: 'debug',
    })
    expect(
      configOf({ argv: ['--request-logging', 'off', '--trusted-origins=https://a,https://b'] }),
    ).toMatchObject({
      requestLogging: false,
      trustedOrigins: ['https://a', 'https://b'],
    })
  })

  it('leave help and version to others', () => {
    expect(configOf({ argv: ['--help', '--request-logging', '-h', '--version'] }).requestLogging).toBe(true)
  })

  it('are faults when unknown, without a value or given twice, and stray words are not repeated', () => {
    const argv = [
      '--prot',
      '81',
      '--email-config.smtp.host=x',
      'hunter2',
      '--port=1',
      '--port=2',
      '--config',
      '--host',
    ]
    const fault = faultOf({ argv })
    expect(fault.message).toBe(
      [
        '6 settings are invalid.',
        '  - --prot (command line): there is no such flag; did you mean --port?',
        '  - argument 3 (command line): it is not a flag',
        '  - argument 4 (command line): it is not a flag',
        '  - --config (command line): it needs a value',
        '  - --host (command line): it needs a value',
        '  - port (flag --port and flag --port): it is given twice',
      ].join('\n'),
    )
  })

  it('begin with two dashes, and their values with none', () => {
    expect(faultsOf({ argv: ['--data-dir', '-secret', '-p', '81', '--', '--port=82'] })).toEqual([
      '--data-dir | command line | it needs a value',
      'argument 2 | command line | it is not a flag',
      'argument 3 | command line | it is not a flag',
      'argument 4 | command line | it is not a flag',
      'argument 5 | command line | it is not a flag',
      'argument 6 | command line | it is not a flag',
    ])
    expect(configOf({ argv: ['--data-dir=-secret'] }).dataDir).toBe('/srv/pennant/-secret')
  })

  it('warn when they hold a secret', () => {
    const { config, warnings } = load({ argv: ['--admin-password=hunter2'] })
    expect(config.adminPassword).toBe('hunter2')
    expect(warnings).toEqual([
      expect.stringContaining('--admin-password: everyone on this machine can see it'),
    ])
    expect(warnings.join()).not.toContain('hunter2')
  })
})

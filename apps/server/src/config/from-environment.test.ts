import { describe, expect, it } from 'vitest'
import { configOf, faultsOf } from './load.suite.ts'

describe('variables', () => {
  it('ignore case and single underscores', () => {
    for (const name of [
      'PENNANT_EMAIL_CONFIG__SMTP__HOST',
      'PENNANT_EmailConfig__Smtp__Host',
      'pennant_emailconfig__smtp__host',
    ]) {
      expect(configOf({ env: { [name]: 'mail.example.org' } }).emailConfig.smtp.host).toBe('mail.example.org')
    }
    expect(configOf({ env: { PENNANT_DATADIR: '/d' } }).dataDir).toBe('/d')
    expect(configOf({ env: { PENNANT_DATA_DIR: '/d' } }).dataDir).toBe('/d')
  })

  it('may not give one setting twice under two spellings', () => {
    expect(faultsOf({ env: { PENNANT_DATA_DIR: '/a', PENNANT_DATADIR: '/b' } })).toEqual([
      'dataDir | variable PENNANT_DATA_DIR and variable PENNANT_DATADIR | it is given twice',
    ])
  })

  it('hold lists with commas or part by part', () => {
    const origins = ['https://a.example', 'https://b.example']
    const plain = { PENNANT_TRUSTED_ORIGINS: 'https://a.example, https://b.example,' }
    const parts = {
      PENNANT_TRUSTED_ORIGINS__1: 'https://b.example',
      PENNANT_TRUSTED_ORIGINS__0: 'https://a.example',
    }
    expect(configOf({ env: plain }).trustedOrigins).toEqual(origins)
    expect(configOf({ env: parts }).trustedOrigins).toEqual(origins)
    expect(faultsOf({ env: { ...plain, ...parts } })[0]).toMatch(/^trustedOrigins .* it is given twice$/)
    expect(faultsOf({ env: { PENNANT_PORT__0: '1' } })[0]).toMatch(/there is no such setting/)
  })

  it('put the parts of a list in the order of their numbers', () => {
    const numbers = Array.from({ length: 12 }, (_, index) => index)
    const env = Object.fromEntries(
      numbers.map((index) => [`PENNANT_CONTAINER_PROVIDER__ENVIRONMENT_ALIASES__${index}`, `N${index}`]),
    )
    expect(configOf({ env }).containerProvider.environmentAliases).toEqual(
      numbers.map((index) => `N${index}`),
    )
  })

  it('are left alone when they are not about settings', () => {
    const env = {
      PATH: '/bin',
      PENNANT_TEST_DATABASE: 'x',
      PENNANT_SERVICE_HOST: '10.0.0.7',
      PENNANT_SERVICE_PORT_HTTP: '80',
      PENNANT_PORT: 'tcp://10.0.0.7:80',
      PENNANT_PORT_80_TCP: 'tcp://10.0.0.7:80',
      PENNANT_PORT_80_TCP_ADDR: '10.0.0.7',
      PENNANT_WEB_SERVICE_HOST: '10.0.0.8',
      PENNANT_HEALTH_PORT: 'tcp://10.0.0.9:3000',
    }
    expect(configOf({ env })).toEqual(configOf({}))
    expect(faultsOf({ env: { PENNANT_EMAIL_CONFIG__SMTP__PORT: 'tcp://10.0.0.7:25' } })).toHaveLength(1)
  })

  it('are faults when nothing has their name, with the name that was probably meant', () => {
    const env = {
      PENNANT_PROT: '1',
      PENNANT_SMTP_HOST: 'x',
      PENNANT_DATABASE_URL: 'x',
      PENNANT_ADMIN_PASSWROD_FILE: 'x',
      PENNANT_XOR_KEY: 'x',
      PENNANT_QQQQQQ: 'x',
    }
    expect(faultsOf({ env })).toEqual([
      'PENNANT_PROT | environment | there is no such setting; did you mean PENNANT_PORT?',
      'PENNANT_SMTP_HOST | environment | there is no such setting; did you mean PENNANT_EMAIL_CONFIG__SMTP__HOST?',
      'PENNANT_DATABASE_URL | environment | there is no such setting; did you mean DATABASE_URL?',
      'PENNANT_ADMIN_PASSWROD_FILE | environment | there is no such setting; did you mean PENNANT_ADMIN_PASSWORD_FILE?',
      'PENNANT_XOR_KEY | environment | there is no such setting; use secretKey',
      'PENNANT_QQQQQQ | environment | there is no such setting',
    ])
  })
})

describe('secrets in files of their own', () => {
  const files = { '/run/secrets/x': 'pa ss\n', '/srv/pennant/url': 'postgres://h/db\r\n', '/run/empty': '\n' }

  it('are read without the newline at the end, in every place where a secret can stand', () => {
    const env = {
      PENNANT_ADMIN_PASSWORD_FILE: '/run/secrets/x',
      PENNANT_EmailConfig__PasswordFile: '/run/secrets/x',
      PENNANT_EMAIL_CONFIG__USER_NAME: 'me',
      'PENNANT_REGISTRIES__ghcr.io__PASSWORD_FILE': '/run/secrets/x',
      'PENNANT_REGISTRIES__ghcr.io__USER_NAME': 'me',
      DATABASE_URL_FILE: 'url',
    }
    expect(configOf({ env, files })).toMatchObject({
      adminPassword: 'pa ss',
      emailConfig: { password: 'pa ss' },
      registries: { 'ghcr.io': { password: 'pa ss' } },
      connectionStrings: { database: 'postgres://h/db' },
    })
  })

  it('are faults beside the variable itself, even when the file cannot be read', () => {
    const both = { PENNANT_ADMIN_PASSWORD: 'a', PENNANT_ADMIN_PASSWORD_FILE: '/run/secrets/x' }
    expect(faultsOf({ env: both, files })).toEqual([
      'adminPassword | variable PENNANT_ADMIN_PASSWORD and variable PENNANT_ADMIN_PASSWORD_FILE | it is given twice',
    ])
    expect(faultsOf({ env: { DATABASE_URL: 'postgres://h', DATABASE_URL_FILE: 'gone' }, files })).toEqual([
      "connectionStrings.database | variable DATABASE_URL_FILE | the file that it names can't be read (ENOENT)",
      'connectionStrings.database | variable DATABASE_URL and variable DATABASE_URL_FILE | it is given twice',
    ])
  })

  it('are faults when the file is missing or empty', () => {
    const env = { PENNANT_ADMIN_PASSWORD_FILE: 'hunter2', PENNANT_SECRET_KEY_FILE: '/run/empty' }
    expect(faultsOf({ env, files })).toEqual([
      "adminPassword | variable PENNANT_ADMIN_PASSWORD_FILE | the file that it names can't be read (ENOENT)",
      'secretKey | variable PENNANT_SECRET_KEY_FILE | the file that it names is empty',
    ])
  })

  it('are faults for what is not secret', () => {
    expect(faultsOf({ env: { PENNANT_PORT_FILE: '/run/secrets/x' }, files })).toEqual([
      'port | variable PENNANT_PORT_FILE | only secrets can be read from a file of their own',
    ])
  })
})

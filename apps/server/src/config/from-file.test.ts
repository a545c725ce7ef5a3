import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadConfig } from './load.ts'
import { configOf, cwd, faultOf, faultsOf } from './load.suite.ts'

describe('the settings file', () => {
  it('is pennant.json in the working directory, or the one that is named', () => {
    const files = { '/srv/pennant/a.json': '{"port": 1}', '/etc/b.json': '{"port": 2}' }
    expect(configOf({ file: { port: 9 }, files }).port).toBe(9)
    expect(configOf({ file: { port: 9 }, files, env: { PENNANT_CONFIG: 'a.json' } }).port).toBe(1)
    const env = { PENNANT_CONFIG: 'a.json' }
    expect(configOf({ files, env, argv: ['--config=/etc/b.json'] }).port).toBe(2)
    expect(configOf({ files, env, argv: ['--config', '/etc/b.json'] }).port).toBe(2)
  })

  it('must be there when it is named', () => {
    expect(faultsOf({ argv: ['--config=other.json'] })).toEqual([
      "config | file /srv/pennant/other.json | it can't be read (ENOENT)",
    ])
  })

  it('must be readable when it is there', () => {
    const readFile = (): string => {
      throw Object.assign(new Error('denied'), { code: 'EACCES' })
    }
    expect(() => loadConfig({ argv: [], env: {}, cwd, readFile })).toThrow(
      /pennant\.json\): it can't be read/,
    )
  })

  it('is told apart from JSON by line and column, without a word of what it holds', () => {
    const file = '{\n  "adminPassword": "hunter2 hunter2",\n  "port": 80,\n}'
    const fault = faultOf({ file })
    expect(fault.message).toContain('it is not valid JSON at line 4, column 1')
    expect(fault.message).not.toContain('hunter2')
  })

  it.each([
    ['{"a": 1,}', 1, 9],
    ['[1, 2,]', 1, 7],
    ['{"a" 1}', 1, 6],
    ["{'a': 1}", 1, 2],
    ['{\n  "a": 01\n}', 2, 9],
    ['{\r\n  /* no', 2, 3],
    ['{"a": "x\ny"}', 1, 7],
    ['{"a": tru}', 1, 7],
    ['{"a": 1} x', 1, 10],
    ['{"a": 1', 1, 8],
    ['', 1, 1],
  ])('is not JSON as %j: line %i, column %i', (file, line, column) => {
    expect(faultsOf({ file })).toEqual([
      `config | file /srv/pennant/pennant.json | it is not valid JSON at line ${line}, column ${column}`,
    ])
  })

  it('is JSON whenever the engine says so', () => {
    const problemsOf = (file: string): string[] => faultOf({ file }).faults.map(({ problem }) => problem)
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(problemsOf(`{"unknown": ${json}, "port": "x"}`).join()).not.toContain('not valid JSON')
      }),
    )
  })

  it('can have comments', () => {
    const file = '// Ours.\n{ /* For now. */ "port": 81, // "port": 82\n "healthPort": 83 }\n// The end.'
    expect(configOf({ file })).toMatchObject({ port: 81, healthPort: 83 })
  })

  it('may begin with a byte order mark', () => {
    expect(configOf({ file: '\uFEFF{"port": 81}' }).port).toBe(81)
  })

  it('must hold an object, and objects where settings are in groups', () => {
    expect(faultsOf({ file: [] })).toEqual([
      'config | file /srv/pennant/pennant.json | it does not hold a JSON object',
    ])
    expect(faultsOf({ file: { emailConfig: { smtp: 'localhost' } } })).toEqual([
      'emailConfig.smtp | file /srv/pennant/pennant.json | it holds several settings, so it must be an object',
    ])
    expect(faultsOf({ file: { port: { value: 1 } } })).toEqual([
      'port | file /srv/pennant/pennant.json | it must be a whole number from 0 to 65535',
    ])
    expect(faultsOf({ file: { trustedOrigins: [['https://a']] } })[0]).toMatch(
      /^trustedOrigins \| .*it must be a list/,
    )
  })

  it('has keys in any case, numbers and switches as text too', () => {
    const file = { PORT: '81', EmailConfig: { SMTP: { Port: '25', bypassCertVerify: 'True' } } }
    expect(configOf({ file })).toMatchObject({
      port: 81,
      emailConfig: { smtp: { port: 25, bypassCertVerify: true } },
    })
  })

  it('may not give one setting twice', () => {
    expect(faultsOf({ file: '{"dataDir": "a", "DataDir": "b"}' })).toEqual([
      'dataDir | file /srv/pennant/pennant.json, key dataDir and file /srv/pennant/pennant.json, key DataDir | it is given twice',
    ])
    expect(faultsOf({ file: '{"port": 81, "port": 82}' })).toHaveLength(1)
  })
})

describe('unknown keys in the file', () => {
  it('are faults, once each, with the key that was probably meant', () => {
    const file = {
      emailConfig: { smtp: { hots: 'x' } },
      kestrel: { endpoints: { http: { url: 'x' } }, limits: {} },
      logging: {},
      __proto__key: 1,
    }
    expect(faultsOf({ file })).toEqual([
      'emailConfig.smtp.hots | file /srv/pennant/pennant.json | there is no such setting; did you mean emailConfig.smtp.host?',
      'kestrel | file /srv/pennant/pennant.json | there is no such setting; use host, port and maxBodyBytes, and a reverse proxy for TLS',
      'logging | file /srv/pennant/pennant.json | there is no such setting; use logLevel',
      '__proto__key | file /srv/pennant/pennant.json | there is no such setting',
    ])
    expect(faultsOf({ file: '{"__proto__": {"port": 1}, "constructor": 1}' })).toHaveLength(2)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadConfig } from './load.ts'
import { variableName } from './names.ts'
import { allSettings } from './walk.ts'
import type { Config } from './schema.ts'
import { byBreadth } from '../../../../tests/kit/breadth.ts'

function configOf(file: object, env: Record<string, string> = {}): Config {
  return loadConfig({ argv: [], env, cwd: '/srv/pennant', readFile: () => JSON.stringify(file) }).config
}

describe('every setting', () => {
  const sample: Record<string, readonly string[]> = {
    port: ['81', '65535'],
    host: ['localhost', '::1', '10.1.2.3'],
    publicUrl: ['https://ctf.example.org', 'http://[::1]:8080'],
    dataDir: ['/var/lib/x', 'elsewhere'],
    'connectionStrings.database': ['postgres://u:p@h:1/d', 'Host=h;Username=u;Password=p'],
    'connectionStrings.redisCache': ['rediss://:p@h', 'h:1,password=p'],
    'connectionStrings.storage': ['s3://bucket=b;region=r'],
    'captchaConfig.verifyUrl': ['http://127.0.0.1:9/verify'],
    'containerProvider.dockerConfig.uri': ['tcp://10.0.0.1:2375', 'unix:///run/docker.sock'],
    'emailConfig.senderAddress': ['ctf@example.org'],
  }
  const byType: Record<string, readonly string[]> = {
    'true or false': ['true', 'FALSE', 'on', '0'],
    text: ['some words', 'x'],
    path: ['/a/b', './c d'],
    host: ['h.example.org'],
    namespace: ['my-games'],
    name: ['ctf-low', 'gvisor'],
    'list of node labels': ['pool=ctf', 'a=b,c.example/d=e'],
    'list of taints': ['ctf=yes:NoSchedule', 'gpu,ctf:NoExecute'],
    'network name prefix': ['ctf'],
    'list of web addresses': ['https://a', 'https://a,http://b:81'],
    'list of venues': ['10.0.0.0/8=400', '::/64=5, 10.0.0.0/9=12', '[{"network":"10.0.0.0/8","people":8}]'],
    'list of networks': ['10.0.0.0/8', '::/64, 10.0.0.0/9'],
    'list of IP addresses': ['1.1.1.1', '1.1.1.1,::1'],
    'list of IP addresses or host names': ['1.1.1.1,proxy'],
    'list of variable names or prefixes': ['A_', 'B,c_'],
    'list of registries': ['registry.example', 'docker.io,registry.example:5000/ctf'],
    'installation mark': ['0123456789abcdef'],
    'age recipient': ['age167an3c6pg2l77qxx5tx9mqyw57c04y8j949fjazukz4235qs34yqtv3728'],
    'list of Linux capabilities': ['SYS_PTRACE', 'net_raw,SYS_ADMIN'],
  }

  const samplesOf = (key: string, type: string): readonly string[] => {
    if (type.startsWith('one of ')) return type.slice('one of '.length).split(', ')
    if (/^\d+(\.\d)? to \d+$/.test(type) && key !== 'port') return type.split(' to ')
    return sample[key] ?? byType[type] ?? []
  }

  const everything = allSettings().map(({ path, setting }) => ({
    path: path.map((part) => (part === '{host}' ? 'registry.example' : part)),
    samples: samplesOf(path.join('.'), setting.type.name),
  }))

  const base = {
    secretKey: 'k'.repeat(32),
    healthPort: 3001,
    emailConfig: { userName: 'u', password: 'p' },
    captchaConfig: { siteKey: 's', secretKey: 's' },
    containerProvider: { dockerConfig: { userName: 'u', tlsCert: 'c', tlsKey: 'k' } },
    registries: { 'registry.example': { userName: 'u', password: 'p' } },
  }

  const nested = (path: readonly string[], value: string): object =>
    path.reduceRight<object | string>((inner, part) => ({ [part]: inner }), value) as object

  const merged = (one: object, other: object): object => {
    const result: Record<string, unknown> = { ...one }
    for (const [key, value] of Object.entries(other)) {
      const present = result[key]
      const deep = typeof present === 'object' && present !== null && typeof value === 'object'
      result[key] = deep ? merged(present, value as object) : value
    }
    return result
  }

  const variant = (name: string): fc.Arbitrary<string> => {
    const [, ...segments] = name.split(/^PENNANT_|__/)
    const spelled = segments.map((segment) =>
      segment.includes('.')
        ? fc.constant(segment)
        : fc
            .tuple(...[...segment.replaceAll('_', '')].map((letter) => spelledLetter(letter)))
            .map((all) => all.join('').replace(/_$/, '')),
    )
    return fc
      .tuple(fc.constantFrom('PENNANT_', 'pennant_', 'Pennant_'), ...spelled)
      .map(([head, ...rest]) => head + rest.join('__'))
  }
  const spelledLetter = (letter: string): fc.Arbitrary<string> =>
    fc
      .tuple(fc.boolean(), fc.integer({ min: 0, max: 4 }))
      .map(([lower, underscore]) => (lower ? letter.toLowerCase() : letter) + (underscore === 0 ? '_' : ''))

  it('has a sample here', () => {
    expect(
      everything.filter(({ samples }) => samples.length === 0).map(({ path }) => path.join('.')),
    ).toEqual([])
  })

  it('means the same in the file and in any spelling of its variable', () => {
    const cases = fc.constantFrom(...everything).chain(({ path, samples }) =>
      fc.record({
        path: fc.constant(path),
        text: fc.constantFrom(...samples),
        name: variant(variableName(path)),
      }),
    )
    fc.assert(
      fc.property(cases, ({ path, text, name }) => {
        const inFile = configOf(merged(base, nested(path, text)))
        const inVariable = configOf(base, { [name]: text })
        expect(inVariable).toEqual(inFile)
      }),
      { numRuns: byBreadth(100, 400, 4000) },
    )
  })

  it('takes effect: some sample differs from the default', () => {
    const plain = JSON.stringify(configOf(base))
    const idle = everything.filter(({ path, samples }) =>
      samples.every((text) => JSON.stringify(configOf(merged(base, nested(path, text)))) === plain),
    )
    expect(idle.map(({ path }) => path.join('.'))).toEqual([])
  })
})

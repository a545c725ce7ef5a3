import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { figures } from './count.mjs'

const long = 'a\n'.repeat(16)
const instance = 'apps/server/src/modules/instance'

function count(files: Record<string, string>): Record<string, string> {
  const root = mkdtempSync(path.join(tmpdir(), 'numbers-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  return Object.fromEntries(figures(root).map(({ name, now }) => [name, now]))
}

it('counts every figure', () => {
  const counted = count({
    'apps/server/src/main.ts': 'start()\n',
    'apps/server/src/app/app.ts': `${long}/** Why. */\nexport type AppNeeds = {}\n`,
    'apps/server/src/app/app.test.ts': long,
    'apps/server/src/core/core.ts': 'type Core = {}\n\n',
    'apps/server/src/modules/team/module.ts':
      '// Why.\n  type OtherNeeds,\ntype Needs = {}\nexport type Caller = 1\n',
    'apps/server/src/modules/team/avatar.ts':
      'type Files = {\n  storeImage(bytes: Buffer): void\n}\nfiles.storeImage(bytes)\n',
    'apps/server/src/modules/submission/submit.ts': 'await games.must(gameId)\n',
    [`${instance}/routes.ts`]: long,
    [`${instance}/own.ts`]: long,
    [`${instance}/present.ts`]: long,
    'apps/web/src/api/client.ts': 'one\ntwo\n',
    'apps/web/src/api/queries/game.ts': 'three\n',
    'apps/web/src/app/staff/pages/log.tsx': long,
    'apps/web/src/kit/small.css': 'a\n'.repeat(15),
    'apps/web/src/kit/large.css': long,
    'apps/web/node_modules/x/y.ts': long,
    'tools/boundaries/judge.mjs': long,
    'tools/boundaries/judge.test.ts': long,
    'tests/kit/world.ts': long,
    'tests/times.json':
      '{ "unit": { "a.test.ts": 100, "b.test.ts": 140 }, "unit-all": { "unit-all": 3600 } }',
  })
  expect(counted).toEqual({
    'lines in app/ and main.ts': '19',
    'the same with core.ts and every module.ts': '24',
    'types called Needs, in modules': '1',
    'types called Needs, in the server': '2',
    'types called Caller': '1',
    'types that repeat storeImage': '1',
    'files of ten lines or fewer': '7',
    'doc comments': '1',
    'lines that are comment': '2.1 %',
    'caches on the way to a board': '–',
    'reads of the game per flag': '1',
    'files from request to running container': '3',
    'hub connections over three tabs': '–',
    'lines in web/api': '3',
    'files in app/staff/pages': '1',
    'style sheets of 15 lines or fewer': '1',
    'lines in tools/boundaries': '16',
    'minutes of npm test': '2',
    'failures in repeats under load': '0 in 0',
    'lines of TypeScript': '96',
  })
})

it('no longer follows a request into files that its way has left', () => {
  const files = ['routes', 'team', 'claim', 'start', 'queue', 'present', 'store-claim']
  const counted = count(Object.fromEntries(files.map((name) => [`${instance}/${name}.ts`, long])))
  expect(counted['files from request to running container']).toBe('5')
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkWaits } from './check-waits.mjs'
import { findWaits } from './find-waits.mjs'

const waitsIn = (text: string): string[] => findWaits('a.test.ts', text).map((wait) => wait.text)

describe('a wait for real time', () => {
  it.each([
    'await wait(51)',
    'await sleep(1_000)',
    'await delay(200)',
    'await kit.pause(60)',
    'setTimeout(done, 400)',
    'window.setTimeout(done, 400)',
    'await page.waitForTimeout(10)',
  ])('is found in %s', (text) => {
    expect(waitsIn(text)).toEqual([text.replace('await ', '')])
  })

  it('is found behind another name and behind a constant', () => {
    expect(
      waitsIn(
        `import { setTimeout as after } from 'node:timers/promises'\nconst longMs = 2_000\nawait after(longMs)`,
      ),
    ).toEqual(['after(longMs)'])
  })

  it.each([
    'await wait(50)',
    'await wait(0)',
    'await wait(limits.quietMs)',
    'await queue.wait()',
    'socket.setTimeout(20_000, end)',
    `expect('await wait(500)').toBe(text)`,
    'vi.advanceTimersByTime(60_000)',
  ])('is not seen in %s', (text) => {
    expect(waitsIn(text)).toEqual([])
  })
})

describe('the check of waits', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'waits-'))
    for (const file of [
      'tests/ops/a.test.ts',
      'tests/kit/a.ts',
      'apps/server/src/a.test.ts',
      'apps/server/src/a.ts',
    ]) {
      mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
      writeFileSync(path.join(root, file), 'await wait(500)\n')
    }
  })
  afterEach(() => rmSync(root, { recursive: true }))

  it('refuses them in tests and what tests use, but not where the machine itself is tried', () => {
    expect(checkWaits(root, {})).toEqual([
      'apps/server/src/a.test.ts:1  waits for real time: wait(500)',
      'tests/kit/a.ts:1  waits for real time: wait(500)',
    ])
  })

  it('refuses an exception that is needed no more', () => {
    const kit = { 'tests/kit/a.ts': { waits: 1, why: '' } }
    expect(checkWaits(root, { ...kit, 'apps/server/src/a.test.ts': { waits: 2, why: '' } })).toEqual([
      'apps/server/src/a.test.ts  has 1 waits: take the others off tools/waits/main.mjs',
    ])
    expect(checkWaits(root, { ...kit, 'apps/server/src/a.test.ts': { waits: 1, why: '' } })).toEqual([])
  })
})

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { StartFault } from '../../../kit/start-fault.ts'
import { findNative, prepareBinaries } from './binaries.ts'

let place: string

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'binaries-'))
})

afterEach(() => rm(place, { recursive: true }))

async function faultWith(script: string, name = 'native'): Promise<string> {
  const native = join(place, name)
  await mkdir(join(native, 'bin'), { recursive: true })
  await writeFile(join(native, 'bin', 'postgres'), script, { mode: 0o755 })
  const error = await prepareBinaries(native, null, place, place).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(StartFault)
  return (error as StartFault).message
}

describe('the programs of the embedded database', () => {
  it('are found in the installed package', async () => {
    const binaries = await prepareBinaries(findNative(), null, place, place)
    expect(binaries.major).toBeGreaterThanOrEqual(15)
    expect(binaries.initdb).toBe(join(findNative(), 'bin', 'initdb'))
  })

  it('that lack their loader are refused: the system has another C library', async () => {
    expect(await faultWith('#!/lib/ld-of-another-libc.so.2\n')).toMatch(/GNU C library.*set DATABASE_URL/)
  })

  it('that lack a library are refused by its name', async () => {
    const message = await faultWith(
      '#!/bin/sh\necho "postgres: error while loading shared libraries: libx.so.6" >&2; exit 127\n',
    )
    expect(message).toMatch(/can't run on this system \(.*libx\.so\.6\).*set DATABASE_URL/)
  })

  it('are not started from a path that their own shell commands would misread', async () => {
    expect(await faultWith('', 'a "b" $c')).toMatch(/move the installation, or set DATABASE_URL/)
  })

  it('see nothing of the environment of the server', async () => {
    process.env['PENNANT_TEST_SECRET'] = 'hidden'
    try {
      expect(await faultWith('#!/bin/sh\necho "seen: $PENNANT_TEST_SECRET" >&2; exit 1\n')).toContain(
        '(seen:)',
      )
    } finally {
      delete process.env['PENNANT_TEST_SECRET']
    }
  })
})

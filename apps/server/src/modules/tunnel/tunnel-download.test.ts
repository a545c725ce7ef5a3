import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../../../../../tests/kit/world.ts'

const text = '#!/usr/bin/env node\nconsole.log("the tunnel")\n'
const path = '/api/tunnel/download'
let folder: string
let world: World
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pennant-program-'))
  world = await createWorld({ tunnelProgram: join(folder, 'program.mjs') })
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the program for players', () => {
  it('is not found while it has not been built, in words', async () => {
    expect(await world.visitor().get(path)).toMatchObject({ status: 404, body: { code: 'file.notFound' } })
  })

  it('is handed to everybody under its name, once it is there', async () => {
    await writeFile(join(folder, 'program.mjs'), text)
    const answer = await world.visitor().get(path)
    expect([answer.status, answer.text]).toEqual([200, text])
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; .*pennant-tunnel\.mjs/)
    expect(answer.headers.get('content-type')).toMatch(/^text\/javascript/)
    expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/)
  })

  it('is not sent again to anyone who has it, and in parts when asked', async () => {
    const { headers } = await world.visitor().get(path)
    const again = await world.visitor({ 'if-none-match': headers.get('etag') ?? '' }).get(path)
    expect([again.status, again.text]).toEqual([304, ''])
    const part = await world.visitor({ range: 'bytes=2-4' }).get(path)
    expect([part.status, part.text]).toEqual([206, text.slice(2, 5)])
  })
})

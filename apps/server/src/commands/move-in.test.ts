import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../../tests/kit/client.ts'
import { exceptions } from '../../../../tests/kit/compatible-exceptions.ts'
import { fixture } from '../../../../tests/kit/compatible-fixture.ts'
import {
  type Difference,
  differences,
  type Expected,
  readFixture,
} from '../../../../tests/kit/compatible-installation.ts'
import { createMovedIn, type MovedIn } from '../../../../tests/kit/moved-in.ts'

let here: MovedIn
beforeAll(async () => {
  here = await createMovedIn()
})
afterAll(() => here.close())

// Of copied flags, which have no key and come in the order of rows.
const inOrder = (answer: unknown): unknown =>
  Array.isArray(answer) &&
  answer.every((one) => typeof one === 'object' && one !== null && 'ownedTeam' in one)
    ? (answer as { submission: { time: number } }[]).toSorted((a, b) => a.submission.time - b.submission.time)
    : answer

describe('moving in', () => {
  it('says what was carried, and what was not', () => {
    expect([here.moved.exit, here.moved.stderr]).toEqual([3, ''])
    expect(here.moved.stdout).toContain('AspNetUsers: 34 read, 34 carried')
  })

  it('answers as the other platform did, but for these members', async () => {
    const clients = new Map<string, Client>()
    const as = async (name: string): Promise<Client> => {
      const client = clients.get(name) ?? (await here.as(name))
      clients.set(name, client)
      return client
    }
    const found: Difference[] = []
    for (const one of await readFixture<Expected[]>('expected/index.json')) {
      if (one.status === 0) continue
      const answer = await (await as(one.by)).get(one.path)
      const bytes = await readFile(join(fixture, 'expected', one.file))
      found.push(...differences(one.file, one.status, answer.status, '(status)'))
      if (one.type.startsWith('application/json') && one.status === answer.status)
        found.push(
          ...differences(one.file, inOrder(JSON.parse(bytes.toString('utf8'))), inOrder(answer.body)),
        )
    }
    const isCovered = ({ file, at }: Difference, { file: files, at: members }: (typeof exceptions)[number]) =>
      files.test(file) && members.test(at)
    expect(found.filter((one) => !exceptions.some((exception) => isCovered(one, exception)))).toEqual([])
    const idle = exceptions.filter((exception) => !found.some((one) => isCovered(one, exception)))
    expect(idle.map(({ why }) => why)).toEqual([])
    console.log(exceptions.map(({ file, at, why }) => `${file.source} ${at.source}: ${why}`).join('\n'))
  })
})

import { createHash, randomBytes } from 'node:crypto'
import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import { expect } from 'vitest'
import { cookieOf, post, register } from '../ops/client.ts'
import type { Game } from '../ops/game.ts'
import type { Sql } from '../ops/sql.ts'

/** What was answered, and what was only sent. */
export type Written = {
  readonly answered: number
  /** Until the server is gone. */
  run(site: string): Promise<void>
  expectKept(site: string, sql: Sql): Promise<void>
}

type Named = { sent: Set<string>; answered: Set<string> }

const writers = 2
const fileBytes = 20_000

/** `fetch` throws a TypeError when the server is gone. */
const isGone = (error: unknown): boolean => error instanceof TypeError

/** People and teams, and what organizers post, create, change, and upload. */
export const createWritten = (game: Game): Written => {
  const named = (): Named => ({ sent: new Set(), answered: new Set() })
  const [people, teams, notices, challenges] = [named(), named(), named(), named()]
  /** The last content that was answered, and all that were sent after it. */
  const contents = new Map<number, string[]>()
  const flagged = new Map<number, string>()
  const files = new Map<string, Buffer>()
  let count = 0
  let answered = 0

  const send = async <Answer>(
    method: 'POST' | 'PUT',
    url: string,
    cookie: string,
    body: unknown,
  ): Promise<Answer> => {
    const headers = { cookie, 'content-type': 'application/json' }
    const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
    const text = await response.text()
    expect(response.status, `${method} ${url}: ${text}`).toBe(200)
    answered++
    // The caller knows the type of the answer.
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }

  const person = async (site: string): Promise<void> => {
    const name = `writer${count++}`
    people.sent.add(name)
    const response = await register(site, name)
    await response.arrayBuffer()
    expect(response.status).toBe(200)
    people.answered.add(name)
    teams.sent.add(`of ${name}`)
    const made = await post(`${site}/api/team`, { name: `of ${name}` }, cookieOf(response))
    await made.arrayBuffer()
    expect(made.status).toBe(200)
    teams.answered.add(`of ${name}`)
    answered += 2
  }

  const notice = async (site: string): Promise<void> => {
    const content = `Notice ${count++}`
    notices.sent.add(content)
    await send('POST', `${site}/api/edit/games/${game.id}/notices`, game.admin, { content })
    notices.answered.add(content)
  }

  const challenge = async (site: string): Promise<void> => {
    const all = `${site}/api/edit/games/${game.id}/challenges`
    const title = `Written ${count++}`
    challenges.sent.add(title)
    const { id } = await send<ChallengeEditDetail>('POST', all, game.admin, { title, category: 'Misc' })
    challenges.answered.add(title)
    await send('POST', `${all}/${id}/flags`, game.admin, [{ flag: `flag{${title}}` }])
    flagged.set(id, `flag{${title}}`)
    for (let edit = 0; edit < 3; edit++) {
      const content = `${title}, edit ${edit}`
      contents.set(id, [...(contents.get(id) ?? ['']), content])
      await send('PUT', `${all}/${id}`, game.admin, { content })
      contents.set(id, [content])
    }
  }

  const file = async (site: string): Promise<void> => {
    const bytes = randomBytes(fileBytes)
    const body = new FormData()
    body.append('files', new Blob([bytes]), 'part.bin')
    const headers = { cookie: game.admin }
    const response = await fetch(`${site}/api/assets`, { method: 'POST', headers, body })
    const [stored] = (await response.json()) as { hash: string }[]
    expect(stored?.hash).toBe(createHash('sha256').update(bytes).digest('hex'))
    files.set(stored?.hash ?? '', bytes)
    answered++
  }

  return {
    get answered() {
      return answered
    },

    async run(site) {
      const lanes = [person, notice, challenge, file].flatMap((work) =>
        Array.from({ length: writers }, async () => {
          for (;;) await work(site)
        }),
      )
      for (const outcome of await Promise.allSettled(lanes))
        if (outcome.status === 'rejected' && !isGone(outcome.reason)) throw outcome.reason
    },

    async expectKept(site, sql) {
      const listed = async (text: string): Promise<string[]> =>
        (await sql<{ name: string }>(text)).map(({ name }) => name)
      const kept: [Named, string[]][] = [
        [people, await listed(`select name from "user" where name like 'writer%'`)],
        [
          teams,
          await listed(
            `select t.name from team t join team_member m on m.team_id = t.id and m.user_id = t.captain_id
             join "user" u on u.id = t.captain_id where t.name = 'of ' || u.name`,
          ),
        ],
        [
          notices,
          await listed(`select values[1] as name from notice where game_id = ${game.id} and type = 'Normal'`),
        ],
        [
          challenges,
          await listed(
            `select title as name from challenge where game_id = ${game.id} and title like 'Written %'`,
          ),
        ],
      ]
      for (const [{ sent, answered: told }, found] of kept) {
        expect(new Set(found).size).toBe(found.length)
        expect(found.filter((name) => !sent.has(name))).toEqual([])
        const there = new Set(found)
        expect([...told].filter((name) => !there.has(name))).toEqual([])
      }
      const rows = await sql<{ id: number; content: string; flags: string[] }>(
        `select c.id, c.content, array(select f.flag from flag f where f.challenge_id = c.id) as flags
         from challenge c where c.game_id = ${game.id} and c.title like 'Written %'`,
      )
      const byId = new Map(rows.map((row) => [row.id, row]))
      for (const [id, flag] of flagged) expect(byId.get(id)?.flags).toEqual([flag])
      for (const [id, all] of contents) {
        expect(all).toContain(byId.get(id)?.content)
        contents.set(id, [byId.get(id)?.content ?? ''])
      }
      for (const [hash, bytes] of files) {
        const response = await fetch(`${site}/assets/${hash}/part.bin`)
        expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
      }
      // Once is enough: later kills would have to take from what has been read.
      files.clear()
    },
  }
}

import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { expect } from 'vitest'
import { inTurn, logIn } from '../ops/client.ts'
import { endDatabase, notLinux } from '../ops/database.ts'
import { launchServer, type Server, startServer, stopServer, temporaryFolder } from '../ops/server.ts'
import { embeddedSql } from '../ops/sql.ts'
import { endServer, startAgain } from './ending.ts'
import { makeOldFolder, oldKey } from './old-folder.ts'
import { describeKills } from './scene.ts'

const players = ['player0', 'player1', 'player2']
const env = { PENNANT_SECRETKEY: oldKey, PENNANT_DISABLERATELIMIT: 'true' }

/** Whatever a migration could lose or do twice. */
const seenIn = async (server: Server, dataDir: string) => {
  const sql = embeddedSql(dataDir)
  const [counts] = await sql<{ submissions: number; solves: number; notices: number; instances: number }>(
    `select (select count(*) from submission) as submissions, (select count(*) from first_solve) as solves,
       (select count(*) from notice) as notices, (select count(*) from game_instance) as instances`,
  )
  const [game] = await sql<{ id: number }>('select id from game')
  const board = await fetch(`${server.site}/api/game/${game?.id}/scoreboard`)
  const { items, challenges } = (await board.json()) as Scoreboard
  return {
    counts,
    items,
    challenges,
    schema: await sql('select name from kysely_migration order by timestamp, name'),
    columns: await sql(
      `select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
       where table_schema = current_schema() order by table_name, column_name`,
    ),
    indexes: await sql(
      'select indexdef from pg_indexes where schemaname = current_schema() order by indexdef',
    ),
    constraints: await sql(
      `select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
       from pg_constraint where connamespace = current_schema()::regnamespace order by 1, 2`,
    ),
    admitted: await inTurn(players, async (name) => (await logIn(server.site, name)).status),
  }
}

describeKills(
  { name: 'migration', about: 'a first start on the data of an older version, killed', missing: notLinux },
  async (killing) => {
    const { random, left, note } = killing
    const folder = temporaryFolder()
    const old = path.join(folder, 'old')
    await makeOldFolder(old)
    const copy = (name: string): string => {
      const dataDir = path.join(folder, name)
      execFileSync('cp', ['-a', old, dataDir])
      return dataDir
    }
    const whole = copy('whole')
    const began = performance.now()
    const first = await startServer({ dataDir: whole, env })
    const wholeMs = performance.now() - began
    const expected = await seenIn(first, whole)
    expect(expected.admitted).toEqual(players.map(() => 200))
    await stopServer(first)

    while (left() > 0) {
      const dataDir = copy('killed')
      const server = await launchServer({ dataDir, env })
      const at = random.below(wholeMs)
      await Promise.race([wait(at), server.program.ended])
      note({ at, what: await endServer(server, dataDir, random) })
      const next = await startAgain({ dataDir, env }, killing)
      expect(await seenIn(next, dataDir)).toEqual(expected)
      await stopServer(next)
      await endDatabase(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)

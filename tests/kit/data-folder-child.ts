import { createInterface } from 'node:readline'
import pg from 'pg'
import { openDataFolder } from '../../apps/server/src/adapters/data-folder/data-folder.ts'
import { startEmbedded } from '../../apps/server/src/adapters/sql/embedded/embedded.ts'
import type { ChildEvent, ChildOrder } from './data-folder-process.ts'

/** A separate process, so that it can be killed. */
function tell(event: ChildEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`)
}

async function main(order: ChildOrder): Promise<void> {
  // Like a server, it finishes its cleanup after Ctrl-C.
  process.on('SIGINT', () => tell({ kind: 'interrupted' }))
  const folder = await openDataFolder(order.dataFolder)
  if (order.address !== undefined) folder.announce(order.address)
  tell({ kind: 'opened' })
  const database =
    order.database && (await startEmbedded({ dataFolder: folder.path, log: () => {}, ...order.database }))
  if (database) tell({ kind: 'ready', connection: database.connection })
  const pool = database && new pg.Pool({ ...database.connection, max: 4 })
  // A connection may still be open when the database stops.
  if (pool) pool.on('error', () => {})
  let writing = true
  const writers = Array.from({ length: pool && order.write ? 4 : 0 }, async (_, writer) => {
    for (let count = 0; writing; count += 1) {
      const id = `${writer}-${count}`
      await pool?.query('insert into written (id) values ($1)', [id])
      tell({ kind: 'written', id })
    }
  })
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'write') {
      await pool?.query('select 1')
      tell({ kind: 'written', id: 'after the interrupt' })
    }
    if (line === 'stop') break
  }
  process.stdin.destroy()
  writing = false
  await Promise.all(writers)
  await pool?.end()
  await database?.stop()
  await folder.release()
  tell({ kind: 'stopped' })
}

main(JSON.parse(process.argv[2] ?? '{}') as ChildOrder).catch((error: unknown) => {
  tell({ kind: 'fault', name: (error as Error).name, message: (error as Error).message })
  process.exitCode = 1
})

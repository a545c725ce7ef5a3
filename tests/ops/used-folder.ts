import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { endDatabase, homeOf } from './database.ts'
import { runProgram } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder that a server has used and left. Null if its database had to go elsewhere. */
    usedDataDir: string | null
  }
}

const main = path.join(import.meta.dirname, '../../apps/server/dist/main.js')

/** Creating a database takes most of the time of a first start, so most tests begin with a copy of this one. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pennant-used-'))
  await chmod(folder, 0o711)
  const dataDir = path.join(folder, 'data')
  const outer = Object.entries(process.env).filter(
    ([name]) => !/^(PENNANT_|DATABASE_URL|REDIS_URL)/.test(name),
  )
  const program = runProgram(process.execPath, [main], {
    cwd: '/',
    env: {
      ...Object.fromEntries(outer),
      NODE_ENV: 'production',
      PENNANT_HOST: '127.0.0.1',
      PENNANT_PORT: '0',
      PENNANT_HEALTHPORT: '0',
      PENNANT_DATADIR: dataDir,
      PENNANT_CONTAINERPROVIDER__TYPE: 'None',
    },
  })
  try {
    await program.says(/Pennant is ready at/, 60_000)
    program.signal('SIGTERM')
    const { code } = await program.ended
    if (code !== 0) throw new Error(`it ended with ${code}:\n${program.output()}`)
  } finally {
    await program.close()
  }
  project.provide('usedDataDir', homeOf(dataDir).startsWith(dataDir) ? dataDir : null)
  return async () => {
    await endDatabase(dataDir)
    await rm(folder, { recursive: true, force: true })
  }
}

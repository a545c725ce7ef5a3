import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The way to the database that a server runs in its data folder, for whoever may read that. */
export type EmbeddedDatabase = { url: string; pid: number }

export const embeddedDatabase = async (dataFolder: string): Promise<EmbeddedDatabase> => {
  const home = join(dataFolder, 'postgres')
  const password = (await readFile(join(home, 'password'), 'utf8')).trim()
  // Written by PostgreSQL: process, folder, start, port, folder of the socket.
  const lines = (await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n')
  const [pid = '', , , port = '', socket = ''] = lines
  return {
    url: `postgresql://pennant:${password}@localhost:${port}/pennant?host=${encodeURIComponent(socket)}`,
    pid: Number(pid),
  }
}

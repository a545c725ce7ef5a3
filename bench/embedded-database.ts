import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type EmbeddedDatabase = { url: string; pid: number }

export const embeddedDatabase = async (dataFolder: string): Promise<EmbeddedDatabase> => {
  const home = join(dataFolder, 'postgres')
  const password = (await readFile(join(home, 'password'), 'utf8')).trim()
  // PostgreSQL writes process, folder, start, port, folder of the socket.
  const lines = (await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n')
  const [pid = '', , , port = '', socket = ''] = lines
  return {
    url: `postgresql://pennant:${password}@localhost:${port}/pennant?host=${encodeURIComponent(socket)}`,
    pid: Number(pid),
  }
}

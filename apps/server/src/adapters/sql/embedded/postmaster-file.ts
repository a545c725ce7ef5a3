import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type PostmasterFile = { pid: number; socket: string; state: string }

const PID_LINE = 0
const PORT_LINE = 3
const SOCKET_LINE = 4
const STATE_LINE = 7

export const postmasterFile = (cluster: string): string => join(cluster, 'postmaster.pid')

export async function readPostmasterFile(cluster: string): Promise<PostmasterFile | null> {
  const text = await readFile(postmasterFile(cluster), 'utf8').catch(() => null)
  if (text === null) return null
  const lines = text.split('\n')
  return {
    pid: Number.parseInt(lines[PID_LINE] ?? '', 10),
    socket: join(lines[SOCKET_LINE] ?? '', `.s.PGSQL.${lines[PORT_LINE] ?? ''}`),
    state: (lines[STATE_LINE] ?? '').trim(),
  }
}

import { readFile } from 'node:fs/promises'

/** Milliseconds that only grow, on a clock shared by all processes. */
export const moment = (): number => Number(process.hrtime.bigint()) / 1e6

/** Linux counts in hundredths of a second. */
const tickMs = 10

/** In milliseconds, with all children, even those that have ended. NaN where the system doesn't tell. */
export const cpuTime = async (pid: number): Promise<number> => {
  const [own = Number.NaN, ended = 0] = await timesOf(pid)
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  let sum = own + ended
  for (const child of children.split(' ').filter((id) => id !== '')) {
    const [running = 0] = await timesOf(Number(child))
    sum += running
  }
  return sum
}

const timesOf = async (pid: number): Promise<number[]> => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return []
  // The name before may contain anything, spaces and brackets included.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = 0, system = 0, userEnded = 0, systemEnded = 0] = fields.slice(11, 15)
  return [(user + system) * tickMs, (userEnded + systemEnded) * tickMs]
}

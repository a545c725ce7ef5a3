import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { cpuTime } from '@pennant/load/clock'

const tickMs = 10
/** Shorter spans are too coarse in ticks. */
const least = 3_000

/** Null where the system doesn't tell. */
export const measureBackgroundLoad = async (): Promise<() => Promise<number | null>> => {
  const began = performance.now()
  const [busyBefore, oursBefore] = [await busyTime(), await cpuTime(process.pid)]
  return async () => {
    const others = (await busyTime()) - busyBefore - ((await cpuTime(process.pid)) - oursBefore)
    const took = performance.now() - began
    const share = others / (took * availableParallelism())
    return took < least || Number.isNaN(share) ? null : Math.max(0, share)
  }
}

/** Sums user, nice, system, and interrupts; idle time and waiting for disks don't count. */
const busyTime = async (): Promise<number> => {
  const text = await readFile('/proc/stat', 'utf8').catch(() => '')
  const fields = text.split('\n', 1)[0]?.split(/\s+/).slice(1).map(Number) ?? []
  const [user = Number.NaN, nice = 0, system = 0, , , hard = 0, soft = 0] = fields
  return (user + nice + system + hard + soft) * tickMs
}

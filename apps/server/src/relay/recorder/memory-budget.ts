export type MemoryBudget = {
  /** False: too much. `held` is what the file already has. */
  take(held: number, bytes: number, urgent: boolean): boolean
  give(bytes: number): void
}

const usual = { perFile: 16 * 1024 * 1024, inAll: 64 * 1024 * 1024 }
// Starts and ends of connections are recorded even when there is no room for their data.
const forUrgent = 1.125

export const createMemoryBudget = ({ perFile, inAll } = usual): MemoryBudget => {
  let taken = 0
  return {
    take(held, bytes, urgent) {
      const factor = urgent ? forUrgent : 1
      if (held + bytes > perFile * factor || taken + bytes > inAll * factor) return false
      taken += bytes
      return true
    },
    give(bytes) {
      taken -= bytes
    },
  }
}

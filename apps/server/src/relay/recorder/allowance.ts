/** Memory that packets may take until they are written, over all files. */
export type Allowance = {
  /** False when that would be too much. `held` is what the file has already. */
  take(held: number, bytes: number, urgent: boolean): boolean
  give(bytes: number): void
}

const usual = { perFile: 16 * 1024 * 1024, inAll: 64 * 1024 * 1024 }
/** Beginnings and ends of connections get through when there is no room for what they carry. */
const forUrgent = 1.125

export const createAllowance = ({ perFile, inAll } = usual): Allowance => {
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

/** Years 1 to 9999. */
const [first, last] = [-62_135_596_800_000, 253_402_300_799_999]

/** With its offset, as packages have it, and as the rest of the wire has not. */
export const timeText = (at: Date): string => at.toISOString().replace('Z', '+00:00')

/** Moved by so many milliseconds, within what there is of time. */
export const shifted = (at: Date, ms: number): Date =>
  new Date(Math.min(last, Math.max(first, at.getTime() + ms)))

/** Of a time that was read. */
export const dateOf = (text: string | null | undefined): Date | null => (text == null ? null : new Date(text))

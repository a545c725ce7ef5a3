// Years 1 to 9999.
const [first, last] = [-62_135_596_800_000, 253_402_300_799_999]

/** With an offset, as packages have it, unlike the rest of the wire. */
export const timeText = (at: Date): string => at.toISOString().replace('Z', '+00:00')

export const shifted = (at: Date, ms: number): Date =>
  new Date(Math.min(last, Math.max(first, at.getTime() + ms)))

export const dateOf = (text: string | null | undefined): Date | null => (text == null ? null : new Date(text))

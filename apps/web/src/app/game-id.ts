/** The game of an address; null where there can be none. */
export const gameIdIn = ({ id = '' }: Readonly<Record<string, string | undefined>>): number | null =>
  /^\d{1,9}$/.test(id) ? Number(id) : null

/** The game of an address; null where there can be none. */
export const gameIdIn = ({ id = '' }: Readonly<Record<string, string | undefined>>): number | null =>
  /^\d{1,9}$/.test(id) ? Number(id) : null

/** The game of a path, for who stands outside of its pages. */
export const gameIn = (pathname: string): number | null =>
  gameIdIn({ id: /^(?:\/admin)?\/games\/([^/]+)/i.exec(pathname)?.[1] })

/** Null if the address can't name a game. */
export const gameIdIn = ({ id = '' }: Readonly<Record<string, string | undefined>>): number | null =>
  /^\d{1,9}$/.test(id) ? Number(id) : null

export const gameIn = (pathname: string): number | null =>
  gameIdIn({ id: /^(?:\/admin)?\/games\/([^/]+)/i.exec(pathname)?.[1] })

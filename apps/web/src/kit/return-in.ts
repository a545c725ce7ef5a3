import { returnPath } from './return-path.ts'

type Address = { search: string; hash: string }

export const returnIn = ({ search, hash }: Address, origin: string): string =>
  returnPath(
    new URLSearchParams(search).get('from') ?? new URLSearchParams(hash.slice(1)).get('from'),
    origin,
  )

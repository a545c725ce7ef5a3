/** Null and the empty text filter nothing. */
export type Filter<Type extends string = string> = {
  team: number | null
  user: string | null
  challenge: number | null
  type: Type | null
  from: number | null
  to: number | null
  text: string
  /** Leaves out events of instances. */
  quiet: boolean
}

const numberIn = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null)
const idIn = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
// The most that the server takes.
const longestText = 256

/** Values that make no sense count as absent. */
export const filterIn = <Type extends string>(
  get: (name: string) => string,
  types: readonly Type[],
): Filter<Type> => ({
  team: idIn(get('team')),
  user: guid.test(get('user')) ? get('user') : null,
  challenge: idIn(get('challenge')),
  type: types.find((type) => type === get('type')) ?? null,
  from: numberIn(get('from')),
  to: numberIn(get('to')),
  text: get('q').slice(0, longestText),
  quiet: get('quiet') === '1',
})

export const nothing = {
  team: null,
  user: null,
  challenge: null,
  type: null,
  from: null,
  to: null,
  q: null,
  quiet: null,
} as const

export const addressOf = ({
  text,
  quiet,
  ...rest
}: Partial<Filter>): Record<string, string | number | null> => ({
  ...rest,
  ...(text === undefined ? {} : { q: text }),
  ...(quiet === undefined ? {} : { quiet: quiet ? '1' : null }),
})

export const queryOf = <Type extends string>(filter: Filter<Type>, to: number) => {
  const { team, user, challenge, type, from, text } = filter
  return {
    ...(team === null ? {} : { team }),
    ...(user === null ? {} : { user }),
    ...(challenge === null ? {} : { challenge }),
    ...(type === null ? {} : { type }),
    ...(from === null ? {} : { from }),
    ...(text.trim() === '' ? {} : { search: text.trim() }),
    to: filter.to === null ? to : Math.min(filter.to, to),
    detail: true,
  }
}

export const isEmpty = ({ quiet, text, ...rest }: Filter): boolean =>
  !quiet && text === '' && Object.values(rest).every((value) => value === null)

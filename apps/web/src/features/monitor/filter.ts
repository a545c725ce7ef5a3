/** What narrows a list of what happened; nothing of it is set by null or the empty text. */
export type Filter<Type extends string = string> = {
  team: number | null
  user: string | null
  challenge: number | null
  type: Type | null
  from: number | null
  to: number | null
  text: string
  /** Leaves out what happened to instances. */
  quiet: boolean
}

const numberIn = (text: string): number | null => (/^\d{1,15}$/.test(text) ? Number(text) : null)
const idIn = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)
const guid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** As much as the server takes. */
const longestText = 256

/** Reads an address; what makes no sense in it is as if it were not there. */
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

/** What takes all of it out of an address. */
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

/** As the members of an address. */
export const addressOf = ({
  text,
  quiet,
  ...rest
}: Partial<Filter>): Record<string, string | number | null> => ({
  ...rest,
  ...(text === undefined ? {} : { q: text }),
  ...(quiet === undefined ? {} : { quiet: quiet ? '1' : null }),
})

/** As the server is asked. `to` is the moment that the list is held at. */
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

/** Nobody's but the organizers' and those who play · for everybody with the link · in all lists. */
export type Visibility = 'hidden' | 'unlisted' | 'listed'
export const visibilities = ['hidden', 'unlisted', 'listed'] as const satisfies readonly Visibility[]

/** What the wire says of it: `unlisted` only ever stands beside `hidden`. */
export type Seen = { readonly hidden: boolean; readonly unlisted?: boolean | undefined }

export const visibilityOf = ({ hidden, unlisted = false }: Seen): Visibility =>
  hidden ? (unlisted ? 'unlisted' : 'hidden') : 'listed'

export const seenAs = (visibility: Visibility): { hidden: boolean; unlisted: boolean } => ({
  hidden: visibility !== 'listed',
  unlisted: visibility === 'unlisted',
})

/** Whether those who have nothing to do with the game are told that there is none. */
export const isSecret = (game: Seen): boolean => visibilityOf(game) === 'hidden'

/**
 * What is meant by a change: a client that knows of two states only says nothing of the third. A game that it
 * leaves hidden stays unlisted; one that it hides is hidden.
 */
export const visibilityAfter = (
  before: Visibility,
  { hidden, unlisted }: { hidden: boolean; unlisted?: boolean | null | undefined },
): Visibility => visibilityOf({ hidden, unlisted: unlisted ?? before === 'unlisted' })

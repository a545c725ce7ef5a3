/** Hidden: for organizers and players only. Unlisted: for all who have the link. */
export type Visibility = 'hidden' | 'unlisted' | 'listed'
export const visibilities = ['hidden', 'unlisted', 'listed'] as const satisfies readonly Visibility[]

/** `unlisted` only occurs beside `hidden`. */
export type Seen = { readonly hidden: boolean; readonly unlisted?: boolean | undefined }

export const visibilityOf = ({ hidden, unlisted = false }: Seen): Visibility =>
  hidden ? (unlisted ? 'unlisted' : 'hidden') : 'listed'

export const seenAs = (visibility: Visibility): { hidden: boolean; unlisted: boolean } => ({
  hidden: visibility !== 'listed',
  unlisted: visibility === 'unlisted',
})

export const isSecret = (game: Seen): boolean => visibilityOf(game) === 'hidden'

/** A client that knows two states: a game it leaves hidden stays unlisted, one it hides becomes hidden. */
export const visibilityAfter = (
  before: Visibility,
  { hidden, unlisted }: { hidden: boolean; unlisted?: boolean | null | undefined },
): Visibility => visibilityOf({ hidden, unlisted: unlisted ?? before === 'unlisted' })

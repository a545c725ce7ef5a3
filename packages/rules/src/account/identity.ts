const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Ignores case, width, composition, and invisible characters: no name can be mistaken for another. */
export const identityKey = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(invisible, '')
    .toLowerCase()
    // There and back: some letters share one capital, such as σ and ς.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, ' ')

/** At a login, such a name would pass for another user's email address. */
export const passesForEmail = (name: string): boolean => identityKey(name).includes('@')

const nowhere = '@moved-in.invalid'

/** For an account that needs an address of its own, and has none: no email can reach it. */
export const addressOfNobody = (userId: string): string => userId + nowhere

export const isOfNobody = (address: string): boolean => identityKey(address).endsWith(nowhere)

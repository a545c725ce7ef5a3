const invisible = /\p{Default_Ignorable_Code_Point}/gu

/**
 * What makes two names or addresses the same. Case, width, composition and characters that nobody sees do
 * not count, so that nobody can pass for somebody else by them.
 */
export const identityKey = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(invisible, '')
    .toLowerCase()
    // There and back: some letters have one capital in common, as σ and ς.
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, ' ')

/** A name with an `@`, in whatever width: at a login it could pass for the email address of somebody else. */
export const passesForEmail = (name: string): boolean => identityKey(name).includes('@')

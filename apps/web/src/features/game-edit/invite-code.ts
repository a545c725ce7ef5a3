const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
const length = 12

/** Letters and figures that are not mistaken for each other, from bytes of chance. */
export const inviteCodeFrom = (bytes: Uint8Array): string =>
  [...bytes.slice(0, length)].map((byte) => letters[byte % letters.length]).join('')

export const newInviteCode = (): string => inviteCodeFrom(crypto.getRandomValues(new Uint8Array(length)))

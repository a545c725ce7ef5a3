/**
 * What a session is found by. One that began without HTTPS opens nothing under HTTPS, also when somebody who has
 * stolen it shows it in the other cookie.
 */
export const credentialOf = (token: string, secure: boolean): string => (secure ? `secure:${token}` : token)

/** What the client keeps of it. */
export const tokenOf = (credential: string): string => credential.replace(/^secure:/, '')

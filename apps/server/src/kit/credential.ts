// A session that began without HTTPS is invalid under HTTPS, even if a thief sends it in the other cookie.
export const credentialOf = (token: string, secure: boolean): string => (secure ? `secure:${token}` : token)

export const tokenOf = (credential: string): string => credential.replace(/^secure:/, '')

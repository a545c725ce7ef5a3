import { gameSalt, type Sha256 } from '@pennant/rules/flag/team-hash'

const saltPrefix = 'GZCTF'

/** Undoes what the key of the settings did to a private key. Without a key, the bytes are the private key. */
export const unmasked = (stored: Uint8Array, key: Uint8Array): Uint8Array =>
  key.length === 0 ? stored : stored.map((byte, index) => byte ^ (key[index % key.length] ?? 0))

/** Services outside compute the hashes of teams from it, so it must come out the same. */
export const compatibleSalt = (sha256: Sha256, storedPrivateKey: string): string =>
  gameSalt(sha256, storedPrivateKey, saltPrefix)

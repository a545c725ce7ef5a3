import type { Clock } from '../../ports/clock.ts'
import type { SettingStore } from './store.ts'
import type { Vault } from './vault.ts'

export type KeyPair = { publicKey: Buffer; privateKey: Buffer }
/** Base64, the private half encrypted. */
export type StoredKeyPair = { publicKey: string; privateKey: string }

export const storedKeyPair = ({ publicKey, privateKey }: KeyPair, vault: Vault): StoredKeyPair => ({
  publicKey: publicKey.toString('base64'),
  privateKey: vault.lock(privateKey),
})

export const createKeyPairs =
  (store: Pick<SettingStore, 'edit'>, clock: Clock, vault: Vault) =>
  async (name: string, create: () => KeyPair): Promise<KeyPair> => {
    let pair: KeyPair | undefined
    await store.edit(name, new Date(clock.now()), (stored) => {
      if (stored !== null) {
        const { publicKey, privateKey } = stored as StoredKeyPair
        pair = { publicKey: Buffer.from(publicKey, 'base64'), privateKey: vault.unlock(privateKey) }
        return null
      }
      pair = create()
      return storedKeyPair(pair, vault)
    })
    if (pair === undefined) throw new Error(`no key pair ${name}`)
    return pair
  }

import { randomBytes } from 'node:crypto'
import type { Clock } from '../../ports/clock.ts'
import type { SettingStore } from './store.ts'

export const storedSecret = async (store: SettingStore, clock: Clock): Promise<string> => {
  let secret = randomBytes(32).toString('base64')
  await store.edit('SecretKey', new Date(clock.now()), (stored) => {
    if (typeof stored !== 'string') return secret
    secret = stored
    return null
  })
  return secret
}

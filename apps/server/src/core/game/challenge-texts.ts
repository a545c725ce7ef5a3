import { LRUCache } from 'lru-cache'

/** Stands for a text, which memory may have to make room for. */
export type ChallengeText = { readonly challengeId: number; readonly isBlank: boolean }

export type ChallengeTexts = {
  hold(challengeId: number, text: string): ChallengeText
  read(text: ChallengeText): string | Promise<string | null>
}

const mostBytes = 67_108_864
const bytesPerCharacter = 2
const bytesOfEntry = 128

/** Of all games together, those read last. */
export const createChallengeTexts = (
  load: (challengeId: number) => Promise<string | null>,
  most = mostBytes,
): ChallengeTexts => {
  const held = new LRUCache<ChallengeText, string>({
    maxSize: most,
    sizeCalculation: (text) => text.length * bytesPerCharacter + bytesOfEntry,
  })
  return {
    hold(challengeId, text) {
      const handle = { challengeId, isBlank: text.trim() === '' }
      held.set(handle, text)
      return handle
    },
    read(handle) {
      const text = held.get(handle)
      if (text !== undefined) return text
      return load(handle.challengeId).then((loaded) => {
        if (loaded !== null) held.set(handle, loaded)
        return loaded
      })
    },
  }
}

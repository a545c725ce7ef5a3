import { DaemonFault } from './fault.ts'

export type Feature = 'storageLimit' | 'init' | 'fileLimit' | 'processorLimit'
export type Features = Readonly<Record<Feature, boolean>>

export const allFeatures: Features = { storageLimit: true, init: true, fileLimit: true, processorLimit: true }

const lacks: readonly { feature: Feature; pattern: RegExp; words: string }[] = [
  { feature: 'storageLimit', pattern: /storage.?opt|quota/i, words: 'a limit of their storage' },
  { feature: 'init', pattern: /docker-init|init binary/i, words: 'an init process' },
  { feature: 'fileLimit', pattern: /rlimit/i, words: 'a limit of their open files' },
  { feature: 'processorLimit', pattern: /nanocpus can not be set/i, words: 'a limit of their processors' },
]

export type KnownFeatures = {
  now(): Features
  /** True if it failed for lack of a feature it was `given`, so that it may be tried again without. */
  learn(fault: unknown, given: Features): boolean
}

export const createFeatures = (onNote: (note: string) => void): KnownFeatures => {
  let known = allFeatures
  return {
    now: () => known,
    learn(fault, given) {
      if (!(fault instanceof DaemonFault) || fault.status === null) return false
      const lack = lacks.find(({ feature, pattern }) => given[feature] && pattern.test(fault.message))
      if (lack === undefined) return false
      if (known[lack.feature])
        onNote(
          `Containers run without ${lack.words}, which this Docker daemon doesn't offer: ${fault.message}`,
        )
      known = { ...known, [lack.feature]: false }
      return true
    },
  }
}

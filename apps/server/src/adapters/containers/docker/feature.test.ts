import { describe, expect, it } from 'vitest'
import { DaemonFault, Refusal } from './fault.ts'
import { allFeatures, createFeatures } from './feature.ts'

describe('what a daemon turns out not to have', () => {
  it.each([
    ["--storage-opt is supported only for overlay over xfs with 'pquota' mount option", 'storageLimit'],
    ['Storage Option is not supported for vfs', 'storageLimit'],
    ['exec: "docker-init": executable file not found in $PATH', 'init'],
    ['error setting rlimits for ready process: operation not permitted', 'fileLimit'],
    ['NanoCPUs can not be set, as your kernel does not support CPU CFS scheduler', 'processorLimit'],
  ])('%s: %s', (message, feature) => {
    const notes: string[] = []
    const features = createFeatures((note) => notes.push(note))
    expect(features.learn(new DaemonFault(500, message), allFeatures)).toBe(true)
    expect(features.now()).toEqual({ ...allFeatures, [feature]: false })
    expect(features.learn(new DaemonFault(500, message), allFeatures)).toBe(true)
    expect(features.learn(new DaemonFault(500, message), features.now())).toBe(false)
    expect(notes).toHaveLength(1)
  })

  it('is nothing when something else is wrong', () => {
    const features = createFeatures(() => undefined)
    expect(features.learn(new DaemonFault(500, 'no space left on device'), allFeatures)).toBe(false)
    expect(features.learn(new DaemonFault(null, 'rlimit'), allFeatures)).toBe(false)
    expect(features.learn(new Refusal('exited', 'rlimit'), allFeatures)).toBe(false)
    expect(features.now()).toEqual(allFeatures)
  })
})

/** Below this, preparing whole words takes longer than it saves. */
const shortest = 48

const word = new Int32Array(1)
const wordBytes = new Uint8Array(word.buffer)

/**
 * Takes the mask off what a client has sent, in place and in whole words. `phase` says how many bytes of
 * the same frame have come before.
 */
export const unmask = (bytes: Uint8Array, mask: Uint8Array, phase: number): void => {
  const { length } = bytes
  // Words can be read where the memory below is aligned.
  const lead = length < shortest ? length : -bytes.byteOffset & 3
  for (let at = 0; at < lead; at++) bytes[at] = (bytes[at] ?? 0) ^ (mask[(phase + at) & 3] ?? 0)
  if (lead === length) return
  for (let at = 0; at < 4; at++) wordBytes[at] = mask[(phase + lead + at) & 3] ?? 0
  const [key = 0] = word
  if (key === 0) return
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + lead, ((length - lead) >> 4) * 4)
  // Four in a turn take half the time.
  for (let at = 0, end = words.length; at < end; at += 4) {
    words[at] = (words[at] ?? 0) ^ key
    words[at + 1] = (words[at + 1] ?? 0) ^ key
    words[at + 2] = (words[at + 2] ?? 0) ^ key
    words[at + 3] = (words[at + 3] ?? 0) ^ key
  }
  for (let at = lead + words.length * 4; at < length; at++)
    bytes[at] = (bytes[at] ?? 0) ^ (mask[(phase + at) & 3] ?? 0)
}

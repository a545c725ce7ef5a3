// For fewer bytes, words take longer than they save.
const shortest = 32

const word = new Int32Array(1)
const wordBytes = new Uint8Array(word.buffer)

export const wordsOf = ({ buffer }: Uint8Array): Int32Array =>
  new Int32Array(buffer, 0, buffer.byteLength >> 2)

/** In place. The mask starts at `maskAt`; `seen` counts earlier bytes of the frame. */
export const unmask = (
  bytes: Uint8Array,
  words: Int32Array,
  from: number,
  to: number,
  mask: Uint8Array,
  maskAt: number,
  seen: number,
): void => {
  const turn = seen - from
  const { byteOffset } = bytes
  // Words must be aligned in memory.
  const firstWord = (byteOffset + from + 3) >> 2
  const lastWord = firstWord + (((byteOffset + to - firstWord * 4) >> 4) << 2)
  const long = to - from >= shortest
  const wordsFrom = long ? firstWord * 4 - byteOffset : to
  const wordsTo = long ? lastWord * 4 - byteOffset : to
  for (let at = from; at < wordsFrom; at++)
    bytes[at] = (bytes[at] ?? 0) ^ (mask[maskAt + ((turn + at) & 3)] ?? 0)
  if (!long) return
  for (let at = 0; at < 4; at++) wordBytes[at] = mask[maskAt + ((turn + wordsFrom + at) & 3)] ?? 0
  const [key = 0] = word
  if (key === 0) return
  // Four at a time take half the time.
  for (let at = firstWord; at < lastWord; at += 4) {
    words[at] = (words[at] ?? 0) ^ key
    words[at + 1] = (words[at + 1] ?? 0) ^ key
    words[at + 2] = (words[at + 2] ?? 0) ^ key
    words[at + 3] = (words[at + 3] ?? 0) ^ key
  }
  for (let at = wordsTo; at < to; at++) bytes[at] = (bytes[at] ?? 0) ^ (mask[maskAt + ((turn + at) & 3)] ?? 0)
}

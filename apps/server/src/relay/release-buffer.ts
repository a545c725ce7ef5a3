// For smaller pieces the garbage collector is faster.
const least = 16_384

/** A fast stream leaves so many pieces that the garbage collector would run through the heap all the time. */
export const createReleaseBuffer = (): ((piece: Buffer) => void) => {
  // A transfer to a closed port detaches the buffer, which frees its memory: there is no other way.
  const { port1: nowhere } = new MessageChannel()
  nowhere.close()
  return ({ buffer, length }) => {
    // Otherwise something else may use a part of it.
    if (length < least || length !== buffer.byteLength || !(buffer instanceof ArrayBuffer)) return
    nowhere.postMessage(null, [buffer])
  }
}

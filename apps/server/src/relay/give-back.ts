/** Below this, the garbage collector does it better. */
const least = 16_384

/**
 * Gives the memory of a piece of a stream back at once. Left to the garbage collector, the pieces of a fast stream
 * are so much so soon that it goes through the whole heap again and again.
 */
export const createGiveBack = (): ((piece: Buffer) => void) => {
  // What is sent to nobody is gone, and its memory with it: there is no other way to say so.
  const { port1: nowhere } = new MessageChannel()
  nowhere.close()
  return ({ buffer, length }) => {
    // Unless somebody else may have a part of it.
    if (length < least || length !== buffer.byteLength || !(buffer instanceof ArrayBuffer)) return
    nowhere.postMessage(null, [buffer])
  }
}

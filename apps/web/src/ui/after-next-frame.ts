/** A page in the background has no frames. */
const longestMs = 250

/** For what can wait until something that was just decided is drawn. */
export const afterNextFrame = (act: () => void): void => {
  let isDone = false
  const once = (): void => {
    if (isDone) return
    isDone = true
    act()
  }
  setTimeout(once, longestMs)
  requestAnimationFrame(() => setTimeout(once))
}

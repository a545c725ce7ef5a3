const pixels = (length: string): number => Number.parseFloat(length) || 0

/** Where focused elements scroll to, nothing covers the window. */
export const uncovered = (): { top: number; bottom: number } => {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement)
  return { top: pixels(scrollPaddingTop), bottom: window.innerHeight - pixels(scrollPaddingBottom) }
}

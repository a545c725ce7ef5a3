/** Only as an answer to a click or a key. Where the browser cannot, all of its window has to do. */
export const fillScreen = (): void => {
  const { documentElement: root } = document
  if ('requestFullscreen' in root) root.requestFullscreen().catch(() => undefined)
}

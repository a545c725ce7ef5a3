export type Urgency = 'assertive' | 'polite'

const heardMs = 5_000
/** Screen readers drop what comes while the focus moves or a dialog opens or closes. */
const calmMs = 100

export const liveRegions = (): HTMLElement | null => document.getElementById('live-regions')

/** Has screen readers say this, in one of the two live regions that index.html begins with. */
export const announce = (text: string | readonly string[], urgency: Urgency = 'polite'): void => {
  const words = sentencesOf([text].flat())
  if (words === '') return
  setTimeout(() => {
    const said = document.createElement('p')
    said.textContent = words
    // Each message is a node of its own, so that one that follows at once, or the same again, is said, too.
    liveRegions()?.querySelector(`[aria-live="${urgency}"]`)?.append(said)
    setTimeout(() => said.remove(), heardMs)
  }, calmMs)
}

export const sentencesOf = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .join('. ')
    .replaceAll(/([.:!?…。！？])\. /g, '$1 ')

import { liveRegions } from './announce.ts'

/**
 * Opens it as a modal dialog and takes the live regions in: nothing outside is heard. Returns what closes it and gives
 * them back.
 */
export const openModal = (dialog: HTMLDialogElement | null): (() => void) => {
  dialog?.showModal()
  if (dialog !== null) moveRegions(dialog)
  return () => {
    dialog?.close()
    if (dialog?.contains(liveRegions()) === true)
      moveRegions([...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body)
  }
}

const moveRegions = (to: Element): void => {
  const regions = liveRegions()
  if (regions === null) return
  // What a region brings along would be said again.
  for (const region of regions.children) region.replaceChildren()
  to.append(regions)
}

/** Whether such an element begins inside the window, under no dialog, in a page that is visible. */
export const isInSight = (selector: string): boolean => {
  const modal = document.querySelector('dialog:modal')
  return (
    document.visibilityState === 'visible' &&
    [...document.querySelectorAll(selector)].some((element) => {
      const { top, width } = element.getBoundingClientRect()
      return width > 0 && top >= 0 && top < innerHeight && (modal === null || modal.contains(element))
    })
  )
}

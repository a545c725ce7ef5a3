/**
 * Where not even the texts could be had there is no language to speak and nothing to render with: plain
 * elements, plain English.
 */
export const showBootFailure = (root: HTMLElement, error: unknown): void => {
  const box = document.createElement('main')
  box.style.cssText = 'max-width:32rem;margin:20vh auto;padding:0 1rem;font-family:system-ui;color:CanvasText'
  const title = document.createElement('h1')
  title.textContent = 'This page could not be loaded'
  const reason = document.createElement('p')
  reason.textContent = error instanceof Error ? error.message : String(error)
  const again = document.createElement('button')
  again.textContent = 'Try again'
  again.addEventListener('click', () => location.reload())
  box.append(title, reason, again)
  root.replaceChildren(box)
}

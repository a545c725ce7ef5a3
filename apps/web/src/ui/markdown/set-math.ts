import katex from 'katex'

/** Sets every formula below `root`; one that is wrong stays as it was written, marked, with the reason. */
export const setMath = (root: HTMLElement): void => {
  for (const place of root.querySelectorAll<HTMLElement>('[data-math]')) {
    const source = place.textContent ?? ''
    try {
      katex.render(source, place, {
        // The browser's own way of writing formulas: no fonts and no style sheet to fetch, and it is read out.
        output: 'mathml',
        displayMode: place.dataset['math'] === 'block',
        throwOnError: true,
        // What LaTeX itself would not take is still shown, without a word on the console.
        strict: 'ignore',
        maxSize: 20,
        maxExpand: 500,
        trust: false,
      })
    } catch (error) {
      place.textContent = source
      place.dataset['broken'] = ''
      place.title = error instanceof Error ? error.message : String(error)
    }
  }
}

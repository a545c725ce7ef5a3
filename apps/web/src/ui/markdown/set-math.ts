import katex from 'katex'

/** A wrong formula stays as written, marked with the reason. */
export const setMath = (root: HTMLElement): void => {
  for (const place of root.querySelectorAll<HTMLElement>('[data-math]')) {
    const source = place.textContent ?? ''
    try {
      katex.render(source, place, {
        // MathML needs no fonts or style sheet, and screen readers read it.
        output: 'mathml',
        displayMode: place.dataset['math'] === 'block',
        throwOnError: true,
        // Formulas beyond strict LaTeX render without a console warning.
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

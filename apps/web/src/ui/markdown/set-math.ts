import katex from 'katex'

/** A wrong formula stays as written, marked with the reason. */
export const setMath = (root: HTMLElement): void => {
  for (const element of root.querySelectorAll<HTMLElement>('[data-math]')) {
    const source = element.textContent ?? ''
    try {
      katex.render(source, element, {
        // MathML needs no fonts or style sheet, and screen readers read it.
        output: 'mathml',
        displayMode: element.dataset['math'] === 'block',
        throwOnError: true,
        // Formulas beyond strict LaTeX render without a console warning.
        strict: 'ignore',
        maxSize: 20,
        maxExpand: 500,
        trust: false,
      })
    } catch (error) {
      element.textContent = source
      element.dataset['broken'] = ''
      element.title = error instanceof Error ? error.message : String(error)
    }
  }
}

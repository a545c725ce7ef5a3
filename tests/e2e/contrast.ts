import type { Page } from 'playwright-core'

/**
 * Every visible text that is too close in color to what is painted behind it (WCAG 2.2, SC 1.4.3). Unlike axe's rule, also
 * looks at placeholders and at what people have typed. What is disabled is exempt.
 */
export const contrastFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Color = readonly [red: number, green: number, blue: number, alpha: number]
    const canvas = document.createElement('canvas')
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    if (pen === null) throw new Error('no canvas')
    const known = new Map<string, Color>()
    const colorOf = (text: string): Color => {
      const found = known.get(text)
      if (found !== undefined) return found
      pen.clearRect(0, 0, 1, 1)
      pen.fillStyle = text
      pen.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data
      const color = [red, green, blue, alpha / 255] as const
      known.set(text, color)
      return color
    }
    const over = ([r, g, b, a]: Color, [x, y, z]: Color): Color => [
      r * a + x * (1 - a),
      g * a + y * (1 - a),
      b * a + z * (1 - a),
      1,
    ]
    const chainOf = (element: Element): Element[] => {
      const parent = element.parentElement
      return parent === null ? [element] : [element, ...chainOf(parent)]
    }
    const surfaceBelow = (element: Element): Color => {
      let surface: Color = [255, 255, 255, 1]
      for (const one of chainOf(element).toReversed())
        surface = over(colorOf(getComputedStyle(one).backgroundColor), surface)
      return surface
    }
    const brightness = ([red, green, blue]: Color): number => {
      const part = (value: number): number => {
        const share = value / 255
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
      }
      return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
    }
    const faults = new Set<string>()
    const judge = (element: Element, text: string, pseudo?: string): void => {
      if (element.matches(':disabled, [aria-disabled="true"], [aria-disabled="true"] *')) return
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return
      const { width, height } = element.getBoundingClientRect()
      if (width <= 1 || height <= 1) return
      const style = getComputedStyle(element, pseudo)
      const opacity = chainOf(element).reduce((all, one) => all * Number(getComputedStyle(one).opacity), 1)
      const surface = surfaceBelow(element)
      const [red, green, blue, alpha] = colorOf(style.color)
      // The text over the picture of a PDF page is there to be selected.
      if (alpha === 0) return
      const ink = over([red, green, blue, alpha * opacity], surface)
      const [most = 0, least = 0] = [brightness(ink), brightness(surface)].toSorted(
        (one, other) => other - one,
      )
      const ratio = (most + 0.05) / (least + 0.05)
      const size = Number.parseFloat(style.fontSize)
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
      if (ratio < (large ? 3 : 4.5))
        faults.add(
          `${ratio.toFixed(2)} "${text.trim().slice(0, 40)}" in ${element.tagName} ${element.className}`,
        )
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const { parentElement, textContent } = node
      if (parentElement === null || textContent === null || textContent.trim() === '') continue
      if (parentElement.closest('script, style, noscript, option, svg, math') === null)
        judge(parentElement, textContent)
    }
    for (const field of document.querySelectorAll('input, textarea, select')) {
      const { value } = field as HTMLInputElement
      const placeholder = field.getAttribute('placeholder') ?? ''
      if (value === '' && placeholder !== '') judge(field, placeholder, '::placeholder')
      else if (value !== '' && !field.matches('[type="checkbox"], [type="radio"], [type="range"]'))
        judge(field, value)
    }
    return [...faults]
  })

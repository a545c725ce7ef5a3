import { useEffect, useMemo, useRef } from 'react'
import classes from './markdown.module.css'
import { type Extent, toHtml } from './to-html.ts'

type Props = { source: string; extent: Extent }

/** Sanitized before formulas and code are set. */
export const Rendered = ({ source, extent }: Props) => {
  const ref = useRef<HTMLDivElement>(null)
  const html = useMemo(() => toHtml(source, extent), [source, extent])

  useEffect(() => {
    const root = ref.current
    if (root === null) return
    // The keyboard must scroll wide parts, too.
    for (const part of root.querySelectorAll<HTMLElement>('pre, table'))
      if (part.scrollWidth > part.clientWidth) part.tabIndex = 0
    if (root.querySelector('[data-math]') !== null)
      void import('./set-math.ts').then(({ setMath }) => setMath(root)).catch(stayPlain)
    if (root.querySelector('code[class^="language-"]') !== null)
      void import('./set-code.ts').then(({ setCode }) => setCode(root)).catch(stayPlain)
  }, [html])

  const Tag = extent === 'whole' ? 'div' : 'span'
  return (
    // oxlint-disable-next-line react/no-danger -- what is inside has passed the sanitiser
    <Tag ref={ref} className={classes.text} data-extent={extent} dangerouslySetInnerHTML={{ __html: html }} />
  )
}

// The text is readable without it.
const stayPlain = (): void => undefined

import { useEffect, useMemo, useRef } from 'react'
import classes from './markdown.module.css'
import { type Extent, toHtml } from './to-html.ts'

type Props = { source: string; extent: Extent }

/** A text as its author wrote it: sanitised first, then with its formulas and its code set. */
export const Rendered = ({ source, extent }: Props) => {
  const ref = useRef<HTMLDivElement>(null)
  const html = useMemo(() => toHtml(source, extent), [source, extent])

  useEffect(() => {
    const root = ref.current
    if (root === null) return
    // What is too wide is scrolled by the keyboard, too.
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

/** The text can be read without. */
const stayPlain = (): void => undefined

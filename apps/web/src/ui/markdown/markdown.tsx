import { lazy, Suspense } from 'react'
import { PanelBoundary } from '../panel-boundary.tsx'
import classes from './markdown.module.css'

const Rendered = lazy(async () => ({ default: (await import('./rendered.tsx')).Rendered }))

type Props = {
  source: string
  /** A line has no paragraphs, lists, or headings. */
  extent?: 'whole' | 'line'
}

/** Plain text until the renderer is loaded, and if it fails; without the marks, it needs as many lines. */
export const Markdown = ({ source, extent = 'whole' }: Props) => {
  const plain = <span className={classes.plain}>{source.replace(/\*\*|`/g, '')}</span>
  return (
    <PanelBoundary fallback={() => plain}>
      <Suspense fallback={plain}>
        <Rendered source={source} extent={extent} />
      </Suspense>
    </PanelBoundary>
  )
}

import { lazy, Suspense } from 'react'
import { PanelBoundary } from '../panel-boundary.tsx'
import classes from './markdown.module.css'

const Rendered = lazy(async () => ({ default: (await import('./rendered.tsx')).Rendered }))

type Props = {
  source: string
  /** A line knows no paragraphs, lists or headings. */
  extent?: 'whole' | 'line'
}

/** Markdown with tables, formulas and code. Until the renderer is there, and if it fails, the plain text. */
export const Markdown = ({ source, extent = 'whole' }: Props) => {
  const plain = <span className={classes.plain}>{source}</span>
  return (
    <PanelBoundary fallback={() => plain}>
      <Suspense fallback={plain}>
        <Rendered source={source} extent={extent} />
      </Suspense>
    </PanelBoundary>
  )
}

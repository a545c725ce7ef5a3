import { lazy, Suspense } from 'react'

const NotFound = lazy(async () => ({ default: (await import('./routes/not-found.tsx')).Component }))

/** In place of a page whose address names nothing: few see it, so it is loaded only then. */
export const MissingPage = () => (
  <Suspense>
    <NotFound />
  </Suspense>
)

import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { noticeIn } from '../notice.ts'
import classes from './layout.module.css'

const NoticeText = lazy(async () => ({ default: (await import('./notice-text.tsx')).NoticeText }))

/** Says what has just happened, here and to screen readers, until the next page. */
export const NoticeStrip = () => {
  const notice = noticeIn(useLocation().state)
  return (
    <div aria-live="polite" className={classes.notice}>
      {notice !== null && (
        <Suspense>
          <NoticeText notice={notice} />
        </Suspense>
      )}
    </div>
  )
}

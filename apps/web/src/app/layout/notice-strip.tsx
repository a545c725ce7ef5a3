import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { noticeIn } from '../notice.ts'
import classes from './layout.module.css'

const NoticeText = lazy(async () => ({ default: (await import('./notice-text.tsx')).NoticeText }))

export const NoticeStrip = () => {
  const notice = noticeIn(useLocation().state)
  return (
    <div className={classes.notice}>
      {notice !== null && (
        <Suspense>
          <NoticeText notice={notice} />
        </Suspense>
      )}
    </div>
  )
}

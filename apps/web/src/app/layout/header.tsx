import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { Callout } from '../../ui/callout.tsx'
import { PennantMark } from '../../ui/pennant-mark.tsx'
import { type Overlay, useShowOverlay } from '../overlay.ts'
import classes from './header.module.css'
import { MainNav } from './main-nav.tsx'
import type { Platform } from './platform.ts'
import { useLater } from './use-later.ts'

const Controls = lazy(async () => ({ default: (await import('./controls.tsx')).Controls }))
const Attendant = lazy(async () => ({ default: (await import('../attendant/attendant.tsx')).Attendant }))

type Props = {
  platform: Platform
  /** Another page is on its way. */
  busy: boolean
  /** What is open above the page. */
  overlay: Overlay | null
}

export const Header = ({ platform, busy, overlay }: Props) => {
  const showOverlay = useShowOverlay()
  const attended = useLater(overlay !== null)
  const [fault, setFault] = useState<string | null>(null)
  return (
    <header className={classes.header}>
      <div className={classes.row}>
        <Link to="/" className={classes.brand}>
          <span className={classes.mark}>
            {platform.logoUrl === null ? (
              <PennantMark size={28} />
            ) : (
              <img src={platform.logoUrl} alt="" height={28} />
            )}
          </span>
          <span className={classes.name}>
            {platform.stem}
            <span className={classes.suffix}>{platform.suffix}</span>
          </span>
        </Link>
        <MainNav />
        <div className={classes.controls}>
          <Suspense>
            <Controls onFault={setFault} />
          </Suspense>
        </div>
      </div>
      {attended && (
        <Suspense>
          <Attendant overlay={overlay} onShow={showOverlay} />
        </Suspense>
      )}
      <div className={classes.progress} data-busy={busy || undefined} />
      {fault !== null && (
        <div className={classes.fault}>
          <Callout tone="danger" title={fault} alert />
        </div>
      )}
    </header>
  )
}

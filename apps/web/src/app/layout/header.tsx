import { useCallback, useState } from 'react'
import { Link } from 'react-router'
import type { Platform } from '../../kit/platform.ts'
import { Callout } from '../../ui/callout.tsx'
import { PennantMark } from '../../ui/icon.tsx'
import { type Overlay, useShowOverlay } from '../overlay.ts'
import { useLazyComponent } from '../use-lazy-component.ts'
import classes from './header.module.css'
import { MainNav } from './main-nav.tsx'
import { useDeferredLoad } from './use-deferred-load.ts'

const loadControls = async () => (await import('./controls.tsx')).Controls
const loadBackground = async () => (await import('../background/background.tsx')).Background
const retryMs = 10_000

type Props = {
  platform: Platform
  busy: boolean
  overlay: Overlay | null
}

export const Header = ({ platform, busy, overlay }: Props) => {
  const showOverlay = useShowOverlay()
  const [attended, setAttended] = useState(false)
  const { due, early } = useDeferredLoad(overlay !== null, attended)
  const greet = useCallback(() => setAttended(true), [])
  const background = useLazyComponent({
    wanted: due,
    load: loadBackground,
    props: { overlay, early, onShow: showOverlay, onReady: greet },
    retryMs,
  })
  const [fault, setFault] = useState<string | null>(null)
  const controls = useLazyComponent({ load: loadControls, props: { onFault: setFault }, retryMs })
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
            <span className={classes.stem}>{platform.stem}</span>
            <span className={classes.suffix}>{platform.suffix}</span>
          </span>
        </Link>
        <MainNav />
        <div className={classes.controls}>{controls}</div>
      </div>
      {background}
      <div className={classes.progress} data-busy={busy || undefined} />
      {fault !== null && (
        <div className={classes.fault}>
          <Callout tone="danger" title={fault} alert />
        </div>
      )}
    </header>
  )
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation, useNavigate } from 'react-router'
import { useProblemText } from '../../api/problem-text.ts'
import { AccountBar } from '../../features/account/components/account-bar.tsx'
import { Callout } from '../../ui/callout.tsx'
import { PennantMark } from '../../ui/pennant-mark.tsx'
import { withNotice } from '../notice.ts'
import classes from './header.module.css'
import { LanguageSwitch } from './language-switch.tsx'
import type { Platform } from './platform.ts'
import { SchemeSwitch } from './scheme-switch.tsx'

type Props = {
  platform: Platform
  /** Another page is on its way. */
  busy: boolean
}

export const Header = ({ platform, busy }: Props) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const location = useLocation()
  const problemText = useProblemText()
  const [fault, setFault] = useState<string | null>(null)

  const loggedOut = (): void => {
    setFault(null)
    void navigate(location, { replace: true, state: withNotice('loggedOut') })
  }

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
        <div className={classes.controls}>
          <LanguageSwitch onChosen={() => setFault(null)} onFailed={() => setFault(t('language.failed'))} />
          <SchemeSwitch />
          <AccountBar onLoggedOut={loggedOut} onFailed={(error) => setFault(problemText(error))} />
        </div>
      </div>
      <div className={classes.progress} data-busy={busy || undefined} />
      {fault !== null && (
        <div className={classes.fault}>
          <Callout tone="danger" title={fault} alert />
        </div>
      )}
    </header>
  )
}

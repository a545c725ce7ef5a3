import type { TunnelError } from '@pennant/tunnel-client/tunnel-error'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useFaultText } from '../fault-text.ts'
import { storedOptions } from '../options.ts'
import { createTunnel } from '../tunnel.ts'
import { useTunnelContext } from '../tunnel-context.tsx'
import { useTunnel } from '../use-tunnel.ts'
import classes from './tunnel-control.module.css'
import { TunnelDialog } from './tunnel-dialog.tsx'
import { ProgramLink } from './tunnel-help.tsx'

const toastId = 'tunnel'

export const TunnelControl = ({ name }: { name: string }) => {
  const { t, ready } = useTranslation('instance')
  const [open, setOpen] = useState(false)
  const [, put] = useTunnelContext()
  const told = useTold()
  const tell = useRef(told)
  useEffect(() => {
    tell.current = told
  })

  useEffect(() => {
    const tunnel = createTunnel({
      name,
      storage: storedOptions,
      fetch: (input, init) => fetch(input, init),
      after(ms, call) {
        const timer = setTimeout(call, ms)
        return () => clearTimeout(timer)
      },
      onOffline: () => tell.current.offline(),
      onFault: (fault) => tell.current.fault(fault),
    })
    put(tunnel)
    return () => {
      put(null)
      tunnel.dispose()
    }
  }, [name, put])

  const found = useTunnel()
  if (!ready || found === null) return null
  const { state } = found.view
  const label = {
    invalid: t('tunnel.control.invalid'),
    pending: t('tunnel.control.pending'),
    usable: t('tunnel.control.usable'),
  }[state]
  return (
    <>
      <IconButton label={label} onClick={() => setOpen(true)}>
        <span className={classes.sign} data-state={state}>
          <Icon name="plug" />
        </span>
      </IconButton>
      {open && <TunnelDialog onClose={() => setOpen(false)} />}
    </>
  )
}

const useTold = () => {
  const { t } = useTranslation('instance')
  const toasts = useToasts()
  const faultText = useFaultText()
  return {
    offline: () =>
      void toasts.show({
        id: toastId,
        tone: 'danger',
        title: t('wsrx.error.daemon_offline'),
        text: t('wsrx.error.daemon_offline.text'),
      }),
    fault: (fault: TunnelError) => {
      const tone = fault.kind === 'daemon_version_mismatch' ? 'caution' : 'danger'
      const { outdated = false, ...told } = faultText(fault)
      toasts.show({
        id: toastId,
        tone,
        ...told,
        // A link needs time.
        ...(outdated ? { action: <ProgramLink />, closesAfterMs: null } : {}),
      })
    },
  }
}

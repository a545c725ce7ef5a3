import { type ComponentType, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '../../i18n/start.ts'
import { useToasts } from '../../ui/toast-store.ts'
import type { Overlay, OverlayProps, ShowOverlay } from '../overlay.ts'
import { useLazyComponent } from '../use-lazy-component.ts'
import { typedAfter } from '../palette/typed-after.ts'
import type { Early } from './use-keys.ts'

type Loaded = Promise<ComponentType<OverlayProps>>

const parts: Readonly<Record<Overlay, () => Loaded>> = {
  palette: () => withTexts('shell', import('../palette/palette.tsx')).then(({ Palette }) => Palette),
  keys: () => withTexts('shell', import('../shortcuts/key-help.tsx')).then(({ KeyHelp }) => KeyHelp),
  color: () => withTexts('shell', import('../color/color-dialog.tsx')).then(({ ColorDialog }) => ColorDialog),
  machineTranslated: () => import('../layout/machine-translated.tsx').then((part) => part.MachineTranslated),
}

type Props = Early & { overlay: Overlay | null; onShow: ShowOverlay }

export const Overlays = ({ overlay, ...rest }: Props) =>
  overlay === null ? null : <Open key={overlay} overlay={overlay} {...rest} />

const Open = ({ overlay, early, typed, onShow }: Props & { overlay: Overlay }) => {
  const { t } = useTranslation()
  const toasts = useToasts()
  const part = useLazyComponent<OverlayProps>({
    load: parts[overlay],
    props: { onClose: () => onShow(null), onShow, typed },
    onFailed() {
      toasts.show({ tone: 'danger', title: t('common.error.unreachable') })
      onShow(null)
    },
  })
  useTypingKept({ early, typed }, overlay === 'palette' && part === null)
  return part
}

const useTypingKept = ({ early, typed }: Early, waiting: boolean): void =>
  useLayoutEffect(() => {
    if (!waiting) return undefined
    const keys = typed.current
    keys.push(...early.current.splice(0))
    const keep = (event: KeyboardEvent): void => {
      if (event.key !== 'Backspace' && typedAfter('', event) === '') return
      // Nor is it for a field or a shortcut of the page.
      event.preventDefault()
      event.stopPropagation()
      keys.push(event)
    }
    addEventListener('keydown', keep, { capture: true })
    return () => {
      removeEventListener('keydown', keep, { capture: true })
      keys.splice(0)
    }
  }, [early, typed, waiting])

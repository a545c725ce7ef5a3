import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '../../i18n/start.ts'
import { useToasts } from '../../ui/toast-store.ts'
import type { Overlay, OverlayProps, ShowOverlay } from '../overlay.ts'
import { useLazyComponent } from '../use-lazy-component.ts'

type Loaded = Promise<ComponentType<OverlayProps>>

const parts: Readonly<Record<Overlay, () => Loaded>> = {
  palette: () => withTexts('shell', import('../palette/palette.tsx')).then(({ Palette }) => Palette),
  keys: () => withTexts('shell', import('../shortcuts/key-help.tsx')).then(({ KeyHelp }) => KeyHelp),
  color: () => withTexts('shell', import('../color/color-dialog.tsx')).then(({ ColorDialog }) => ColorDialog),
  machineTranslated: () => import('../layout/machine-translated.tsx').then((part) => part.MachineTranslated),
}

type Props = { overlay: Overlay | null; onShow: ShowOverlay }

export const Overlays = ({ overlay, onShow }: Props) =>
  overlay === null ? null : <Open key={overlay} overlay={overlay} onShow={onShow} />

const Open = ({ overlay, onShow }: Props & { overlay: Overlay }) => {
  const { t } = useTranslation()
  const toasts = useToasts()
  return useLazyComponent<OverlayProps>({
    load: parts[overlay],
    props: { onClose: () => onShow(null), onShow },
    onFailed() {
      toasts.show({ tone: 'danger', title: t('common.error.unreachable') })
      onShow(null)
    },
  })
}

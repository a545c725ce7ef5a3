import type { ShowOverlay } from '../overlay.ts'

export type OverlayProps = { onClose: () => void; onShow: ShowOverlay }

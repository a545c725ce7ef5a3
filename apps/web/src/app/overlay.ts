import { createContext, type RefObject, useContext } from 'react'

export const overlays = ['palette', 'keys', 'color', 'machineTranslated'] as const
export type Overlay = (typeof overlays)[number]

export type ShowOverlay = (overlay: Overlay | null) => void

export type OverlayProps = {
  onClose: () => void
  onShow: ShowOverlay
  /** Before the palette was there. */
  typed: RefObject<KeyboardEvent[]>
}

const Show = createContext<ShowOverlay>(() => undefined)

export const OverlayProvider = Show.Provider

export const useShowOverlay = (): ShowOverlay => useContext(Show)

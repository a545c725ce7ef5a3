import { createContext, useContext } from 'react'

export const overlays = ['palette', 'keys', 'color', 'machineTranslated'] as const
export type Overlay = (typeof overlays)[number]

export type ShowOverlay = (overlay: Overlay | null) => void

export type OverlayProps = { onClose: () => void; onShow: ShowOverlay }

const Show = createContext<ShowOverlay>(() => undefined)

export const OverlayProvider = Show.Provider

export const useShowOverlay = (): ShowOverlay => useContext(Show)

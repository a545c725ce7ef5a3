import { useMedia } from '../../ui/use-media.ts'

/** Where a game has one column and a bar at the bottom; the same as in the style sheets. */
export const useIsPhone = (): boolean => useMedia('(max-width: 48rem)')

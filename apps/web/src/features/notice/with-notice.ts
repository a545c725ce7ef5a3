import type { GameNotice } from '@pennant/contract/hub'

/** With one that was just heard; one that is known already changes its place only. */
export const withNotice = (known: readonly GameNotice[], heard: GameNotice): GameNotice[] => [
  heard,
  ...known.filter(({ id }) => id !== heard.id),
]

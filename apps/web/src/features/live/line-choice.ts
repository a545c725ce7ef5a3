import { useSyncExternalStore } from 'react'
import { stored } from '../../storage.ts'

export const lineChoices = ['all', 'bloods', 'team', 'off'] as const
export type LineChoice = (typeof lineChoices)[number]

const usual: LineChoice = 'bloods'

export const lineChoice = stored<LineChoice>(
  'pennant.liveLine',
  (text) => lineChoices.find((one) => one === text) ?? usual,
  usual,
)

export const useLineChoice = (): LineChoice => useSyncExternalStore(lineChoice.subscribe, lineChoice.get)

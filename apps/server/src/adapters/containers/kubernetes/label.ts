import type { NetworkMode } from '@pennant/contract/enums'
import type { ContainerOrder } from '../../../ports/containers.ts'

export const labels = {
  managedBy: 'app.kubernetes.io/managed-by',
  installation: 'pennant.dev/installation',
  instance: 'pennant.dev/instance',
  game: 'pennant.dev/game',
  challenge: 'pennant.dev/challenge',
  team: 'pennant.dev/team',
  network: 'pennant.dev/NetworkMode',
} as const

export const networkLabel = (mode: NetworkMode): string => mode.toLowerCase()

export const installationLabels = (installation: string): Record<string, string> => ({
  [labels.managedBy]: 'pennant',
  [labels.installation]: labelValue(installation),
})

export const orderLabels = (order: ContainerOrder, installation: string): Record<string, string> => ({
  ...installationLabels(installation),
  [labels.instance]: labelValue(order.id),
  [labels.game]: labelValue(String(order.owner.gameId)),
  [labels.challenge]: labelValue(String(order.owner.challengeId)),
  [labels.team]: labelValue(order.owner.team),
  [labels.network]: networkLabel(order.network),
})

export const ours = (installation: string): string =>
  `${labels.instance},${labels.installation}=${labelValue(installation)}`

/** At most 63 letters, digits, `-`, `_` and `.`, beginning and ending with a letter or digit. */
export const labelValue = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 63)
    .replace(/[^A-Za-z0-9]+$/, '')

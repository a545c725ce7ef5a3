import { createHash, randomUUID } from 'node:crypto'
import { environmentOf, type EnvironmentFacts } from '@pennant/rules/instance/environment'
import type { ContainerOrder } from '../../ports/containers.ts'
import type { HeldChallenge } from '../../ports/held-game.ts'

/** What the operator has set. */
export type OrderSettings = {
  aliases: readonly string[]
  /** Players reach instances through this server only. */
  proxied: boolean
}

/** The image and the port that instances of the challenge are made of; null while it names none. */
export const imageOf = ({
  containerImage,
  exposePort,
}: Pick<HeldChallenge, 'containerImage' | 'exposePort'>): { image: string; port: number } | null => {
  const image = containerImage?.trim() ?? ''
  return image === '' || exposePort === null ? null : { image, port: exposePort }
}

type Wanted = { id: string; challenge: HeldChallenge; facts: EnvironmentFacts }

export const orderOf = (
  { id, challenge, facts }: Wanted,
  { aliases, proxied }: OrderSettings,
): ContainerOrder => ({
  id,
  ...(imageOf(challenge) ?? { image: '', port: 0 }),
  cpu: challenge.cpuCount ?? 1,
  memoryMb: challenge.memoryLimit ?? 64,
  storageMb: challenge.storageLimit ?? 256,
  network: challenge.networkMode ?? 'Open',
  environment: environmentOf(facts, aliases),
  suffix: createHash('md5')
    .update(facts.flag ?? randomUUID())
    .digest('hex')
    .slice(0, 16),
  owner: { gameId: facts.gameId, challengeId: facts.challengeId, team: facts.team },
  published: !proxied,
})

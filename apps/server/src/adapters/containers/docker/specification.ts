import type { ContainerCreateOptions } from 'dockerode'
import type { ContainerOrder } from '../../../ports/containers.ts'
import { usualCapabilities } from '../capability.ts'
import type { Features } from './feature.ts'
import { installationLabel, instanceLabel, readOnlyLabel, setuidLabel } from './label.ts'
import type { DockerSettings } from './needs.ts'

export type ImageFacts = {
  readonly labels: Readonly<Record<string, string>>
  readonly program: string
}

export type Plan = {
  readonly order: ContainerOrder
  readonly image: ImageFacts
  readonly name: string
  readonly networkId: string
  readonly installation: string
  readonly processors: number
  /** Null if the port isn't published. */
  readonly bindAddress: string | null
  /** Blank for any. */
  readonly hostPort: string
  readonly settings: Pick<DockerSettings, 'capabilities' | 'allowSetuid' | 'maxProcesses'>
  readonly features: Features
}

const inits =
  /(^|\/)(init|tini(-static)?|dumb-init|docker-init|catatonit|s6-svscan|systemd|runit-init|runsvdir)$/

// Reserved for documentation (RFC 5737).
const noNameServer = '192.0.2.1'
const openFiles = 16_384
const mebibyte = 2 ** 20
const nanoCpusOfTenth = 1e8

/** Requires at most version 1.41 of Docker's API. */
export const specificationOf = (plan: Plan): ContainerCreateOptions => {
  const { order, image, settings, features } = plan
  const port = `${order.port}/tcp`
  const nanoCpus = Math.min(order.cpu, plan.processors * 10) * nanoCpusOfTenth
  const memory = order.memoryMb * mebibyte
  const readOnly = isSet(image.labels[readOnlyLabel])
  const userChange = mayChangeUser(plan)
  return {
    name: plan.name,
    Image: order.image.trim(),
    Env: Object.entries(order.environment).map(([name, value]) => `${name}=${value}`),
    Labels: {
      [installationLabel]: plan.installation,
      [instanceLabel]: order.id,
      'pennant.game': String(order.owner.gameId),
      'pennant.challenge': String(order.owner.challengeId),
      'pennant.team': order.owner.team,
    },
    ExposedPorts: { [port]: {} },
    HostConfig: {
      NetworkMode: plan.networkId,
      ...(plan.bindAddress === null
        ? {}
        : { PortBindings: { [port]: [{ HostIp: plan.bindAddress, HostPort: plan.hostPort }] } }),
      // Docker asks name servers for instances from where no rule applies, so it gets one that doesn't exist.
      ...(order.network === 'Isolated' ? { Dns: [noNameServer] } : {}),
      ...(features.processorLimit ? { NanoCpus: nanoCpus } : {}),
      Memory: memory,
      // Equal values: no swap beside the memory.
      MemorySwap: memory,
      ...(features.storageLimit && order.storageMb > 0
        ? { StorageOpt: { size: `${order.storageMb}M` } }
        : {}),
      PidsLimit: settings.maxProcesses,
      Ulimits: [
        ...(features.fileLimit ? [{ Name: 'nofile', Soft: openFiles, Hard: openFiles }] : []),
        { Name: 'core', Soft: 0, Hard: 0 },
      ],
      CapDrop: ['ALL'],
      CapAdd: [...new Set([...usualCapabilities, ...settings.capabilities.map(capabilityName)])],
      SecurityOpt: userChange ? [] : ['no-new-privileges'],
      IpcMode: 'private',
      ...(readOnly ? { ReadonlyRootfs: true, Tmpfs: temporary(order.storageMb) } : {}),
      LogConfig: { Type: 'json-file', Config: { 'max-size': '2m', 'max-file': '2' } },
      RestartPolicy: { Name: 'no' },
      ...(features.init && !inits.test(image.program) ? { Init: true } : {}),
    },
  }
}

/** Allowed by the operator for all, the organizer for a challenge, or the author of the image. */
export const mayChangeUser = ({
  order,
  image,
  settings,
}: Pick<Plan, 'order' | 'image' | 'settings'>): boolean =>
  settings.allowSetuid || order.userChange || isSet(image.labels[setuidLabel])

export const capabilityName = (name: string): string => name.toUpperCase().replace(/^CAP_/, '')

const isSet = (label: string | undefined): boolean => label?.trim().toLowerCase() === 'true'

const temporary = (storageMb: number): Record<string, string> => {
  const size = `size=${Math.min(storageMb || 64, 64)}m`
  return { '/tmp': `rw,nosuid,nodev,mode=1777,${size}`, '/run': `rw,nosuid,nodev,mode=755,${size}` }
}

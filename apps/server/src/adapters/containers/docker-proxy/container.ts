import { isDeepStrictEqual } from 'node:util'
import type { ContainerOrder } from '../../../ports/containers.ts'
import { usualCapabilities } from '../capability.ts'
import { isRecord } from '../docker/daemon.ts'
import { instanceLabel, readOnlyLabel } from '../docker/label.ts'
import { type Plan, specificationOf } from '../docker/specification.ts'
import { containerName } from '../reference.ts'
import { Refused } from './call.ts'
import { allowedImage } from './image.ts'
import { isOurs, type Known, type KnownNetwork, type Rules } from './known.ts'

type Json = Readonly<Record<string, unknown>>

const mebibyte = 2 ** 20
const nanoCpusOfTenth = 1e8

/**
 * Reads from the body what differs between instances, has `specificationOf` write another body, and refuses one that
 * isn't the same. So whatever an instance never has is refused, by whatever name.
 */
export const judgedContainer = (body: unknown, name: string, known: Known, rules: Rules): object => {
  const given = recordIn(body, 'the body')
  const hostConfig = recordIn(given['HostConfig'], 'HostConfig')
  const image = textIn(given['Image'], 'Image')
  const reference = allowedImage(image, rules.registries)
  expectName(name, containerName(reference, ''))
  const network = networkOf(textIn(hostConfig['NetworkMode'], 'HostConfig.NetworkMode'), known, rules)
  const { processors = 0, noRules = null } = known.host ?? {}
  if (network.mode === 'Isolated' && noRules !== null)
    throw new Refused(`isolated instances can't be kept apart: ${noRules}`)
  const port = portIn(given['ExposedPorts'])
  const plan: Plan = {
    name,
    networkId: network.id,
    installation: rules.installation,
    processors,
    image: {
      labels: hostConfig['ReadonlyRootfs'] === true ? { [readOnlyLabel]: 'true' } : {},
      program: '',
    },
    order: {
      ...ownerIn(recordIn(given['Labels'], 'Labels')),
      image,
      port,
      cpu: cpuIn(hostConfig['NanoCpus'], processors),
      memoryMb: wholeIn(hostConfig['Memory'], mebibyte, 'HostConfig.Memory'),
      storageMb: storageIn(hostConfig),
      network: network.mode,
      environment: environmentIn(given['Env']),
      userChange: isDeepStrictEqual(hostConfig['SecurityOpt'], []),
      ...irrelevant,
    },
    settings: {
      capabilities: capabilitiesIn(hostConfig['CapAdd'], rules),
      allowSetuid: false,
      maxProcesses: processesIn(hostConfig['PidsLimit'], rules),
    },
    ...bindingIn(hostConfig['PortBindings'], port, known, rules),
    features: {
      storageLimit: 'StorageOpt' in hostConfig,
      init: 'Init' in hostConfig,
      fileLimit: Array.isArray(hostConfig['Ulimits']) && hostConfig['Ulimits'].length === 2,
      processorLimit: 'NanoCpus' in hostConfig,
    },
  }
  const { name: _name, ...wanted } = specificationOf(plan)
  const difference = differenceOf(given, recordIn(wanted, 'the body'))
  if (difference !== null) throw new Refused(`no instance has this ${difference}`)
  // Without a tag, Docker would look for an image whose id begins so, too.
  return { ...wanted, Image: reference.full }
}

const irrelevant: Pick<ContainerOrder, 'suffix' | 'published' | 'mayConnect' | 'isTest'> = {
  suffix: '',
  published: false,
  mayConnect: false,
  isTest: false,
}

const recordIn = (value: unknown, what: string): Json => {
  if (isRecord(value)) return value
  throw new Refused(`no instance has this ${what}`)
}

const textIn = (value: unknown, what: string): string => {
  if (typeof value === 'string') return value
  throw new Refused(`no instance has this ${what}`)
}

const wholeIn = (value: unknown, unit: number, what: string): number => {
  const number = typeof value === 'number' ? value / unit : 0
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new Refused(`no instance has this ${what}`)
}

const nameEnd = /^[0-9a-f]{16}(_[0-9a-f]{8})?$/

const expectName = (name: string, begin: string): void => {
  if (!name.startsWith(begin) || !nameEnd.test(name.slice(begin.length)))
    throw new Refused('no instance has this name')
}

const networkOf = (id: string, { networks }: Known, rules: Rules): KnownNetwork => {
  const network = networks.find((one) => one.id === id)
  if (network !== undefined && isOurs(network, rules)) return network
  throw new Refused('this is no network of instances')
}

const portIn = (exposed: unknown): number => {
  const [port = ''] = Object.keys(recordIn(exposed, 'ExposedPorts'))
  const number = /^\d{1,5}\/tcp$/.test(port) ? Number(port.slice(0, -'/tcp'.length)) : 0
  if (number > 0 && number <= 65_535) return number
  throw new Refused('no instance has this ExposedPorts')
}

const ownerIn = (labels: Json): Pick<ContainerOrder, 'id' | 'owner'> => {
  const id = textIn(labels[instanceLabel], `Labels.${instanceLabel}`)
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new Refused(`no instance has this Labels.${instanceLabel}`)
  return {
    id,
    owner: {
      gameId: Number(labels['pennant.game']),
      challengeId: Number(labels['pennant.challenge']),
      team: textIn(labels['pennant.team'], 'Labels.pennant.team'),
    },
  }
}

const environmentIn = (lines: unknown): Record<string, string> => {
  if (!Array.isArray(lines)) throw new Refused('no instance has this Env')
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^([A-Za-z_]\w*)=([^\0]*)$/.exec(textIn(line, 'Env')) ?? []
      if (name === '') throw new Refused('no instance has this Env')
      return [name, value]
    }),
  )
}

// A daemon may lack limits of processors, storage, and open files, so a server may leave them out.
const cpuIn = (nanoCpus: unknown, processors: number): number =>
  nanoCpus === undefined ? processors : wholeIn(nanoCpus, nanoCpusOfTenth, 'HostConfig.NanoCpus')

const storageIn = ({ StorageOpt, Tmpfs }: Json): number => {
  const sizes = [isRecord(StorageOpt) ? StorageOpt['size'] : '', isRecord(Tmpfs) ? Tmpfs['/tmp'] : '']
  const [found] = sizes.flatMap((size) => /(?:^|,size=)(\d{1,7})[Mm]$/.exec(String(size))?.[1] ?? [])
  return Number(found ?? 0)
}

const capabilitiesIn = (added: unknown, { capabilities }: Rules): string[] => {
  const allowed = new Set([...usualCapabilities, ...capabilities])
  const names = Array.isArray(added) ? added.map((one) => textIn(one, 'HostConfig.CapAdd')) : []
  const beyond = names.find((name) => !allowed.has(name))
  if (beyond !== undefined) throw new Refused(`instances don't get the capability ${beyond}`)
  return names
}

const processesIn = (limit: unknown, { maxProcesses }: Rules): number => {
  const processes = wholeIn(limit, 1, 'HostConfig.PidsLimit')
  if (processes <= maxProcesses) return processes
  throw new Refused('no instance has this HostConfig.PidsLimit')
}

const noBinding = { bindAddress: null, hostPort: '' }

const bindingIn = (
  bindings: unknown,
  port: number,
  { host }: Known,
  { publishes }: Rules,
): Pick<Plan, 'bindAddress' | 'hostPort'> => {
  if (bindings === undefined) return noBinding
  if (!publishes) throw new Refused('instances have no ports of the host')
  const [first] = [recordIn(bindings, 'HostConfig.PortBindings')[`${port}/tcp`]].flat()
  const binding = recordIn(first, 'HostConfig.PortBindings')
  const bindAddress = textIn(binding['HostIp'], 'HostConfig.PortBindings')
  const hostPort = textIn(binding['HostPort'], 'HostConfig.PortBindings')
  const { from, to } = host?.ports ?? { from: 1, to: 0 }
  const isFree = hostPort === '' || (Number(hostPort) >= from && Number(hostPort) <= to)
  if (!['', '127.0.0.1', '::1'].includes(bindAddress) || !/^\d*$/.test(hostPort) || !isFree)
    throw new Refused('no instance has this HostConfig.PortBindings')
  return { bindAddress, hostPort }
}

const differenceOf = (given: Json, wanted: Json): string | null => {
  for (const name of new Set([...Object.keys(given), ...Object.keys(wanted)])) {
    const [one, other] = [given, wanted].map((each) => (Object.hasOwn(each, name) ? each[name] : undefined))
    if (isDeepStrictEqual(one, other)) continue
    const inner = isRecord(one) && isRecord(other) ? differenceOf(one, other) : null
    return inner === null ? name : `${name}.${inner}`
  }
  return null
}

import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import { type Check, type Finding as Found, found, runCheck } from '../modules/status/checks/check.ts'
import { commitCheck, poolerCheck } from '../modules/status/checks/database.ts'
import { type Group, groupOf, groups } from '../modules/status/checks/group.ts'
import { imageCheck, pullCheck } from '../modules/status/checks/instances.ts'
import { nodeEnds } from '../modules/status/checks/level.ts'
import { diskCheck, placeCheck, stolenCheck, syncCheck, syncWrites } from '../modules/status/checks/place.ts'
import { secretFileCheck } from '../modules/status/checks/secret-file.ts'
import { createShellStatus } from '../modules/status/shell-status.ts'
import { publishedAt } from '../adapters/containers/open.ts'
import { OldDatabase, UnreachableDatabase } from '../adapters/sql/assert-usable.ts'
import { NewerSchema, OlderSchema } from '../adapters/sql/migrate.ts'
import { placeOf } from '../app/place.ts'
import { createRedaction } from '../kit/redaction.ts'
import { StartFault } from '../kit/start-fault.ts'
import { secretsIn } from '../config/secret-values.ts'
import { gameCheck } from './doctor-game.ts'
import { probeCheck } from './doctor-isolation.ts'
import { certificateOf, healthCheckOf, proxyChecks } from './doctor-proxy.ts'
import { saidOf } from './doctor-text.ts'
import { type Installation, onInstallation } from './installation.ts'
import { readSettings } from './settings.ts'
import {
  type Exit,
  type Finding,
  finding,
  type Input,
  type Io,
  type Outcome,
  type Verb,
  wrongUsage,
} from './verb.ts'

const deepSyncMs = 60_000
const syncMs = 2_000

export const doctor: Verb = {
  words: [],
  flags: {
    only: { type: 'string' },
    skip: { type: 'string' },
    deep: { type: 'boolean' },
    game: { type: 'string' },
    mail: { type: 'string' },
    probe: { type: 'string' },
    strict: { type: 'boolean' },
  },
  flagTexts: {
    only: `Check only these groups, separated by commas: ${groups.join(', ')}`,
    skip: 'Leave these groups out',
    deep: 'Take minutes for what takes minutes',
    game: 'Also check the game with this ID',
    mail: 'Send a test email to this address',
    probe: 'Try what instances reach, with this image made from deploy/probe',
    strict: 'End with 1 for yellow findings, too',
  },
  summary: 'Check that the installation is ready for a game',
  async run(input, io) {
    const wanted = wantedGroups(input)
    const { config, findings: doubts } = readSettings(input, io)
    const redact = createRedaction(secretsIn(config))
    const { machine } = { ...placeOf(config, config.dataDir), ...io.place }
    const all: Found[] = []
    const look = async (group: Group, check: Check): Promise<void> => {
      io.signal.throwIfAborted()
      if (!wanted.has(group)) return
      io.say(`Checking ${group}: ${check.id} ...`)
      all.push(...(await runCheck(check, redact)))
    }

    await look('place', stolenCheck(machine))
    const folder = isAbsolute(config.dataDir) ? config.dataDir : resolve(io.cwd, config.dataDir)
    await look('place', syncOf(folder, input))

    let isAway = false
    try {
      await onInstallation(
        input,
        io,
        async (installation) => {
          await lookAt(installation, input, io, { wanted, look, all })
          return nothing
        },
        { whole: true },
      )
    } catch (error) {
      const why = unusable(error, redact)
      if (why === null) throw error
      isAway = why.code === 'database.away'
      all.push(why)
      all.push(found('note', 'doctor.skipped', 'all that needs the database'))
      const now = (): number => io.clock.now()
      await look('place', placeCheck({ machine, nodeEnds: io.place?.nodeEnds ?? nodeEnds, now }))
      await look('place', diskCheck(machine, [folder]))
    }
    return outcomeOf(all.filter(({ code }) => wanted.has(groupOf(code))).map(told), doubts, input, isAway)
  },
}

/** Why nothing can be asked of the database. */
const unusable = (error: unknown, redact: (error: unknown) => string): Found | null => {
  if (error instanceof OldDatabase) return found('red', 'database.version', error.version)
  if (error instanceof OlderSchema) return found('yellow', 'schema.pending', error.pending.join(', '))
  if (error instanceof NewerSchema) return found('red', 'schema.newer', error.unknown.join(', '))
  if (error instanceof UnreachableDatabase) return found('red', 'database.away', redact(error.cause))
  return error instanceof StartFault ? found('red', 'database.away', redact(error)) : null
}

/** A disk is measured once. */
const areApart = async (one: string, other: string): Promise<boolean> => {
  const [disk, otherDisk] = await Promise.all([one, other].map((folder) => stat(folder).catch(() => null)))
  return disk?.dev !== otherDisk?.dev
}

const syncOf = (folder: string, { flags }: Input): Check => {
  const forMs = flags['deep'] === true ? deepSyncMs : syncMs
  return syncCheck(
    [folder],
    syncWrites({ count: flags['deep'] === true ? Infinity : 200, forMs }),
    forMs + 5_000,
  )
}

const nothing: Outcome = { exit: 0, text: '', result: null, findings: [] }

type Looking = {
  wanted: ReadonlySet<Group>
  look(group: Group, check: Check): Promise<void>
  all: Found[]
}

const lookAt = async (
  { core, config, sources, adapters }: Installation,
  input: Input,
  io: Io,
  { wanted, look, all }: Looking,
): Promise<void> => {
  const { containerProvider, connectionStrings } = config
  const status = createShellStatus(core, {
    ...adapters,
    ...placeOf(config, config.dataDir),
    ...io.place,
    version: io.version,
    proxied: containerProvider.portMappingType === 'PlatformProxy',
    embedded: connectionStrings.database === null,
    cache: connectionStrings.redisCache === null ? 'Memory' : 'Redis',
    keyInData: config.secretKey === null,
    provider: async () => {
      const failed = await core.containers.check().then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : 'unknown'),
      )
      const { kind, startsAtOnce: limit } = core.containers
      return { kind, working: failed === null, message: failed, queued: 0, starting: 0, limit, leastCpu: 0 }
    },
    instancesHost: () => publishedAt(containerProvider, core.containers.kind, core.site.url()),
  })
  io.say('Checking what the status page shows ...')
  const { findings = [], warnings } = await status.read()
  all.push(...findings)
  io.signal.throwIfAborted()

  await look('database', poolerCheck(status.store))
  await look('database', commitCheck(status.store))
  const { blobFolder } = adapters
  if (blobFolder !== null && (await areApart(blobFolder, config.dataDir)))
    await look('place', syncOf(blobFolder, input))
  const missing = async (): Promise<readonly string[]> => {
    const images = await status.store.images(new Date(core.clock.now()))
    return (await core.containers.missingImages?.(images)) ?? []
  }
  const pull = core.containers.pull?.bind(core.containers)
  await look(
    'instances',
    input.flags['deep'] === true && pull !== undefined
      ? pullCheck(missing, pull, status.redact)
      : imageCheck(missing),
  )
  const now = (): number => io.clock.now()
  const image = input.flags['probe']
  if (typeof image === 'string' && core.containers.kind !== 'none')
    await look('instances', probeCheck({ core, config }, status.store, now, image))
  await look('safety', healthCheckOf({ core, config }))
  await look('safety', secretFileCheck(secretFilesIn(sources, io)))
  const certificate = certificateOf({ core }, status.store, now, io.place?.authority)
  if (certificate !== null) await look('proxy', certificate)
  const proxy = proxyChecks({ core }, status.store, now, input.flags['deep'] === true)
  if (proxy !== null && wanted.has('proxy')) {
    const before = all.length
    await look('proxy', proxy.first)
    if (!all.slice(before).some(({ level }) => level === 'red'))
      for (const check of proxy.rest) await look('proxy', check)
  }
  const id = input.flags['game']
  if (typeof id === 'string')
    await look('game', gameCheck({ core, config, id, now, warnings: async () => warnings }))
  const to = input.flags['mail']
  if (typeof to === 'string')
    await look('email', {
      id: 'mail.send',
      limitMs: 30_000,
      run: () =>
        core.mailer.kind === 'outbox'
          ? Promise.resolve([found('red', 'mail.sent', 'no mail server is set up')])
          : core.mailer.send({ id: randomUUID(), to, from: core.sender(), ...core.testMail('en-US') }).then(
              () => [],
              (error: unknown) => [found('red', 'mail.sent', status.redact(error))],
            ),
    })
}

const secretFilesIn = (sources: Installation['sources'], { cwd, env }: Io): string[] =>
  [...sources.values()].flatMap((source) => {
    const [, name = ''] = /^variable (\S+_FILE)$/i.exec(source) ?? []
    const file = env[name]?.trim()
    return file ? [resolve(cwd, file)] : []
  })

const wantedGroups = ({ flags }: Input): ReadonlySet<Group> => {
  const read = (name: 'only' | 'skip'): readonly Group[] | null => {
    const text = flags[name]
    if (typeof text !== 'string') return null
    return text.split(',').map((word) => {
      const group = groups.find((one) => one === word.trim())
      if (group === undefined)
        throw wrongUsage(`The flag --${name} takes groups of checks.`, `There are: ${groups.join(', ')}.`)
      return group
    })
  }
  const skipped = new Set(read('skip') ?? [])
  return new Set((read('only') ?? groups).filter((group) => !skipped.has(group)))
}

const levels = { note: 'info', yellow: 'warning', red: 'error' } as const

const told = ({ code, level, values }: Found): Finding => {
  const { message, remedy } = saidOf(code, values)
  return finding(levels[level], code, groupOf(code), message, { remedy, facts: { values: [...values] } })
}

const colors = { info: 'note  ', warning: 'yellow', error: 'RED   ' } as const
const order = ['error', 'warning', 'info'] as const

const outcomeOf = (
  unsorted: readonly Finding[],
  doubts: readonly Finding[],
  { flags }: Input,
  isAway: boolean,
): Outcome => {
  const findings = [...unsorted, ...doubts].toSorted(
    (a, b) => order.indexOf(a.level) - order.indexOf(b.level),
  )
  const count = (level: Finding['level']): number => findings.filter((one) => one.level === level).length
  const [red, yellow, notes] = [count('error'), count('warning'), count('info')]
  const exit: Exit = isAway ? 5 : red > 0 || (yellow > 0 && flags['strict'] === true) ? 1 : yellow > 0 ? 3 : 0
  const shown = flags['quiet'] === true ? findings.filter(({ level }) => level === 'error') : findings
  const lines = shown.map(
    ({ level, component, message, remedy }) =>
      `${colors[level]}  ${component}: ${message}${remedy === null ? '' : `\n        ${remedy}`}`,
  )
  const verdict =
    red > 0
      ? `Red: don't open yet. Found: ${red} red, ${yellow} yellow.`
      : yellow > 0
        ? `Yellow: fix this before a game. Found: ${yellow}.`
        : 'Green: nothing to do.'
  return {
    exit,
    text: [...lines, verdict].join('\n'),
    result: exit === 0 || exit === 3 ? { red, yellow, notes } : null,
    findings,
    isTold: true,
  }
}

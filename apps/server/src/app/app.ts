import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import type { Hired } from '@pennant/load/rehearse/perform'
import { negotiate, shellLanguage } from '@pennant/i18n/negotiate'
import { hubEvents } from '@pennant/contract/hub'
import { Problem } from '@pennant/contract/problem'
import { createTranslator, type Translator } from '@pennant/i18n/translator'
import { assets, readVersion } from '../kit/assets.ts'
import { createAdmission } from './admission.ts'
import { countConnections, listenOn, loopback, ownAddress, portOf } from '../kit/listen.ts'
import { openModules } from './modules.ts'
import { openBackups } from '../backup/open.ts'
import type { OwnProgram } from '../backup/run-backup.ts'
import { recurringJobs } from './jobs.ts'
import { type Environment, openAdapters } from './adapters.ts'
import { ConfigFault } from '../config/fault.ts'
import type { Config } from '../config/schema.ts'
import {
  countedAs,
  createCountedAs,
  createRequestOrigin,
  resolveProxies,
  type Stated,
  trustOf,
} from '../http/address.ts'
import { createHubLimit } from '../http/hub-limit.ts'
import type { BodyTime } from '../http/body-pace.ts'
import { createHttpServer } from '../http/server.ts'
import { createHealthServer, SchemaMismatch } from '../http/health.ts'
import { createIdentify } from '../http/identify.ts'
import { createLeaving } from '../http/leaving.ts'
import { createTouchesInstances } from '../http/instance-networks.ts'
import { createOpenLimit } from '../http/limit.ts'
import { crossSiteGuard } from '../http/origin.ts'
import { createUpgradeRefusal } from '../http/refuse-upgrade.ts'
import { createRequestIds } from '../http/request-id.ts'
import { createShell } from '../http/shell.ts'
import { directUpgrades } from '../http/upgrades.ts'
import { createRedaction } from '../kit/redaction.ts'
import { runJobs } from '../kit/scheduler.ts'
import { createHubs } from '../live/hubs.ts'
import { type Core, openCore } from '../core/core.ts'
import type { Principal } from '../core/identity/caller.ts'
import { factorDueOf, lacksFactor } from '../core/identity/factorless.ts'
import { isProbeToken } from '../core/identity/probe-token.ts'
import type { RelayLimits } from '../relay/options.ts'
import { openRecorder } from '../relay/recorder/open.ts'
import { createRelay } from '../relay/relay.ts'
import { createLoopDelay } from '../telemetry/loop-delay.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { createRecentLevel } from '../telemetry/recent-level.ts'

export type AppOptions = Environment & {
  configSources: ReadonlyMap<string, string>
  /** Null: there is no built client. */
  webRoot: string | null
  tunnelProgram?: string
  production: boolean
  bodyTime?: BodyTime
  relayLimits?: Partial<RelayLimits>
  /** Who plays in rehearsals. Without it, processes of their own. */
  hire?: () => Hired
  /** Runs commands. Without it, no backups are made. */
  program?: OwnProgram
}

const drainMs = 4_000
const lastStartMs = 1_500
const lastAnswersMs = 1_000
// The second port answers health checks until the end.
const lastWordMs = 1_000

type Addresses = Pick<Config, 'host' | 'port' | 'healthHost' | 'healthPort'> & { descriptor?: number | null }
export type Listening = { port: number; healthPort: number }

export const buildApp = async (options: AppOptions) => {
  const { config, clock, out } = options
  // Replaced below: the address may come from the settings, which are opened after the adapters.
  let siteUrl = (): string | null => config.publicUrl
  // Nothing is rehearsed before the core is open.
  let stated: (statement: string) => Stated | null = () => null
  const adapters = await openAdapters(options, () => siteUrl())
  const stopping = new AbortController()
  const leading = new AbortController()
  let running = false
  let started = false
  let draining = false

  const translator = createTranslator(assets('locales'))
  const metrics = createMetrics()
  const loopDelay = createLoopDelay()
  const poolWaiting = createRecentLevel(() => adapters.pool().waiting)
  const trust = trustOf(await resolveProxies(config.forwardedOptions))
  const requestOrigin = createRequestOrigin({
    ...{ publicUrl: config.publicUrl, trust },
    stated: (statement) => stated(statement),
  })
  const requestIdOf = createRequestIds(trust)
  const origins = crossSiteGuard(config, requestOrigin)

  const opened = await openCore(adapters, {
    config,
    originOf: (setting) => options.configSources.get(setting)?.replace(/^variable /, '') ?? null,
    external: adapters.external,
    secretKey: adapters.secretKey,
    dataFolder: options.dataFolder,
    translator,
    out,
    household: countedAs,
    ownAddress: () => (running ? ownAddress(config.host, portOf(http.server)) : null),
  })
  const { settings, sessions, journal, signals } = opened
  siteUrl = opened.site.url
  stated = opened.rehearsing.stated
  const report = (error: unknown): void => journal.failed('Something failed in the background', error)

  const counted = createCountedAs(config.disableRateLimit)
  // Nobody is to let in players of a rehearsal.
  const noteRefused = (address: string | null): void => {
    if (address === null || !opened.rehearsing.isStated(address)) opened.refusals.note(address)
  }
  const addresses = { policyAt: opened.venues.policyAt, noteRefused }
  const openLimit = createOpenLimit(adapters.ownLimiter, counted, addresses)
  const identify = createIdentify({ ...sessions, limit: openLimit })

  const { limitHub, isAnonymous } = createHubLimit({ limit: openLimit, requestOrigin, sessions })
  const factorIsMissing = (principal: Principal): boolean =>
    lacksFactor(principal, settings.accountPolicy(), clock.now())
  const hubs = createHubs({
    bus: adapters.bus,
    clock,
    // Modules send messages through the hubs, so they are opened later.
    admit: createAdmission(opened, identify, {
      factorDueOf: (principal) => factorDueOf(principal, settings.accountPolicy()),
      verify: (token) => modules.token.verify(token),
    }),
    originAllowed: origins.sameSite,
    secureOf: (request) => requestOrigin(request).scheme === 'https',
    addressOf: (request) => requestOrigin(request).client ?? '',
    countedAs,
    timesAt: opened.venues.times,
    crowded: noteRefused,
    // Monitoring tools have a token; a wrong one is refused right away.
    isAnonymous: (request, hub) =>
      isAnonymous(request) && (hub !== 'monitor' || request.headers.authorization === undefined),
    secret: Buffer.from(adapters.secretKey),
    // Clients over the limit are told, and it is not logged.
    report: (error) => error instanceof Problem || report(error),
  })
  signals.on('entry.written', (entry) => hubs.toAdmins(hubEvents.ReceivedLog, entry))
  signals.on('change.logged', (gameId, change) => {
    hubs.toAdmins(hubEvents.ReceivedChange, change)
    if (gameId !== null) hubs.toMonitors(gameId, hubEvents.ReceivedChange, change)
  })
  signals.on('access.changed', (subject) => hubs.recheck(subject))
  signals.on('user.changed', (userId) => hubs.recheck(userId))

  const core: Core = { ...opened, live: hubs }
  const recorder = openRecorder(core, {
    dataFolder: options.dataFolder,
    blobFolder: adapters.blobFolder,
    shared: config.connectionStrings.redisCache !== null,
  })
  const backups = openBackups(core, {
    ...{ program: options.program, everyHours: config.backup.every, metrics, report },
    ...{ redact: createRedaction(adapters.secrets), stopping: stopping.signal },
  })
  const modules = openModules(core, {
    adapters,
    config,
    dataFolder: options.dataFolder,
    captures: recorder.growing,
    countedAs: counted,
    openLimit,
    version: readVersion(),
    tunnelProgram: options.tunnelProgram,
    ownUrl: () => core.site.url() ?? `http://${loopback}:${portOf(http.server)}`,
    hire: options.hire,
    backUp: backups.backUp,
    jobs: () => jobs.map(({ name }) => name),
    facts: () => ({
      memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576),
      loopDelayMs: loopDelay.ms(),
      hubClients: Object.values(hubs.stats().hubs).reduce((sum, clients) => sum + clients, 0),
      load: {
        ...metrics.recent(),
        hashWaitMs: adapters.hashWaitMs(),
        poolWaiting: poolWaiting.level(),
        poolWaitMs: adapters.poolWaitMs(),
        connections: connections(),
      },
    }),
  })

  const refuse = createUpgradeRefusal({ texts: translator, negotiate, requestIdOf })
  const relay = createRelay({
    targets: modules.instances.targets,
    recorder,
    clock,
    gate: adapters.containers.gate,
    addressOf: (request) => requestOrigin(request).client,
    countedAs,
    timesAt: opened.venues.times,
    crowded: noteRefused,
    refuse,
    report,
    ...(options.relayLimits === undefined ? {} : { limits: options.relayLimits }),
  })
  metrics.gauge('relay_connections', 'Connections to containers', () => relay.open)
  metrics.total('relay_bytes_total', 'Bytes passed on between clients and containers', () => relay.bytes)

  const probeKey = core.vault.derive('probes')
  const shell = await createShell({
    root: options.webRoot,
    title: settings.platformName,
    description: settings.pageDescription,
    language: shellLanguage,
  })
  const http = await createHttpServer({
    routes: modules.all.flatMap(({ routes }) => routes),
    texts: translator,
    negotiate,
    identify,
    recall: sessions.recall,
    limitHub,
    openLimit,
    authorize: modules.token.authorize,
    lacksFactor: factorIsMissing,
    onVisit: (principal, address) => core.visits.note(principal, address),
    onDenied: (principal, route, address) =>
      journal.write({
        level: 'Warning',
        message: `Access to ${route.method} ${route.path} refused`,
        status: 'Denied',
        name: principal.userName,
        address,
      }),
    captcha: async (answer, address) =>
      !settings.accountPolicy().useCaptcha || core.captcha.verify(answer, address),
    limiter: adapters.limiter,
    addresses,
    requestOrigin,
    requestIdOf,
    isProbe: (token) => isProbeToken(probeKey, Date.now(), token),
    shell,
    hubs,
    log: out,
    metrics,
    bodyTime: options.bodyTime,
    options: { ...config, production: options.production },
  })
  const connections = countConnections(http.server)
  const leaving = createLeaving(http.server)
  const database = async (): Promise<void> => {
    if (!(await adapters.databaseCurrent())) throw new SchemaMismatch()
  }
  const health = createHealthServer({
    checks: [
      { name: 'database', degradedMs: 1_000, check: database },
      { name: 'cache', degradedMs: 1_000, check: () => adapters.cache.check() },
      { name: 'storage', degradedMs: 5_000, check: () => adapters.blobs.check() },
    ],
    database,
    running: () => running,
    started: () => started,
    draining: () => draining,
    holdsGames: core.games.holdsAny,
    onFault: (part, error) => out.error({ err: error, part }, 'a health check failed'),
    metrics: config.telemetry.prometheus.enable ? metrics : null,
    touchesInstances: createTouchesInstances(adapters.containers, clock),
  })
  directUpgrades(http.server, { hubs, relay, limitHub, refuse })

  const jobs = recurringJobs(core, modules.all, backups.jobs)
  let background: Promise<unknown> = Promise.resolve()

  return {
    http,
    core,
    modules,
    adapters,
    hubs,
    relay,
    jobs,
    metrics,

    async listen({ host, port, healthHost, healthPort, descriptor = null }: Addresses): Promise<Listening> {
      await core.files.tidy()
      await modules.post.welcome()
      // Nothing is started before the owners of all leases are known.
      await adapters.presence.join(() => {
        core.freezing.startedAlone()
        return modules.instances.takeOver()
      })
      if (config.adminPassword !== null)
        await modules.setup.ensureAdmin(config.adminPassword).catch((error: unknown) => {
          throw error instanceof Problem ? refusedAdmin(translator, error) : error
        })
      if (descriptor === null) await http.listen({ host, port })
      else {
        await http.ready()
        await listenOn(http.server, { fd: descriptor })
        leaving.keepSocket()
      }
      await listenOn(health, { host: healthHost ?? loopback, port: healthPort })
      running = true
      started = true
      loopDelay.start()
      poolWaiting.start()
      // Stops when the recorder is closed, but may be in the middle of a large file.
      recorder.recover().catch(report)
      background = Promise.all([
        core.run(stopping.signal),
        ...modules.all.map(({ start }) => start?.(stopping.signal)),
        adapters.containers.guard(stopping.signal),
        runJobs(
          {
            lock: adapters.lock,
            clock,
            onRun: modules.status.noteRun,
            onLead: modules.status.lead,
            onError: (job, error) => journal.failed(`Job ${job} failed`, error),
          },
          jobs,
          leading.signal,
        ),
      ]).catch(report)
      return { port: portOf(http.server), healthPort: portOf(health) }
    },

    /** Hands over work and clients while requests are served on, for `ms` or until `hurry` aborts. */
    async drain(ms: number, hurry: AbortSignal): Promise<void> {
      draining = true
      leading.abort()
      modules.instances.breakOff().catch(report)
      hubs.drain(ms)
      await leaving.drain(ms, hurry)
    },

    async close(): Promise<void> {
      running = false
      const left = leaving.close()
      loopDelay.stop()
      poolWaiting.stop()
      stopping.abort()
      leading.abort()
      const instancesStopped = modules.instances.breakOff()
      const relayClosed = relay.close()
      const captured = relayClosed.then(() => recorder.close())
      await Promise.all([hubs.close(), relayClosed])
      await Promise.race([left, wait(lastAnswersMs, undefined, { ref: false })])
      await Promise.race([http.close(), wait(drainMs, undefined, { ref: false })])
      http.server.closeAllConnections()
      const quiet = health.listening ? once(health.close(), 'close') : undefined
      await Promise.race([quiet, wait(lastWordMs, undefined, { ref: false })])
      health.closeAllConnections()
      await Promise.race([instancesStopped, wait(lastStartMs, undefined, { ref: false })])
      await captured
      await background
      await modules.close()
      await core.close()
      await adapters.close()
    },
  }
}

export type App = Awaited<ReturnType<typeof buildApp>>

// Nothing starts, so that no operator believes that the account exists.
const refusedAdmin = (translator: Translator, { code, params }: Problem): ConfigFault =>
  new ConfigFault([
    { setting: 'adminPassword', source: '', problem: translator.problem('en-US', code, params) },
  ])

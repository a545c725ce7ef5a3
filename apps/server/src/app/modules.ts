import { type Hired, perform } from '@pennant/load/rehearse/perform'
import { siteOf } from '@pennant/load/rehearse/site'
import { tenthsOf } from '@pennant/rules/challenge/container'
import { publishedAt } from '../adapters/containers/open.ts'
import type { Config } from '../config/schema.ts'
import type { Core } from '../core/core.ts'
import { countedAs as networkOf, type CountedAs } from '../http/address.ts'
import type { Module } from '../http/bind.ts'
import type { OpenLimit } from '../http/limit.ts'
import { accountModule } from '../modules/account/module.ts'
import { adjustmentRoutes } from '../modules/adjustment/routes.ts'
import { auditModule } from '../modules/audit/module.ts'
import { captureRoutes } from '../modules/capture/routes.ts'
import { challengeModule } from '../modules/challenge/module.ts'
import { divisionModule } from '../modules/division/module.ts'
import { eventRoutes } from '../modules/event/routes.ts'
import { fileRoutes } from '../modules/file/routes.ts'
import { gameModule } from '../modules/game/module.ts'
import { infoRoutes } from '../modules/info/routes.ts'
import { instanceModule } from '../modules/instance/module.ts'
import { logModule } from '../modules/log/module.ts'
import { mailModule } from '../modules/mail/module.ts'
import { noticeRoutes } from '../modules/notice/routes.ts'
import { participationModule } from '../modules/participation/module.ts'
import { postModule } from '../modules/post/module.ts'
import { rehearsalModule } from '../modules/rehearsal/module.ts'
import { resultsRoutes } from '../modules/results/routes.ts'
import { revealRoutes } from '../modules/reveal/routes.ts'
import { scoreboardModule } from '../modules/scoreboard/module.ts'
import { outgoingRoutes } from '../modules/setting/routes-outgoing.ts'
import { settingRoutes } from '../modules/setting/routes.ts'
import { setupModule } from '../modules/setup/module.ts'
import { statusModule } from '../modules/status/module.ts'
import type { Installation } from '../modules/status/installation.ts'
import { submissionModule } from '../modules/submission/module.ts'
import { teamRoutes } from '../modules/team/routes.ts'
import { tokenModule } from '../modules/token/module.ts'
import { transferRoutes } from '../modules/transfer/routes.ts'
import { tunnelRoutes } from '../modules/tunnel/routes.ts'
import { userRoutes } from '../modules/user/routes.ts'
import { venueRoutes } from '../modules/venue/routes.ts'
import { watchModule } from '../modules/watch/module.ts'
import { writeupRoutes } from '../modules/writeup/routes.ts'
import type { GrowingCaptures } from '../relay/captures.ts'
import type { Adapters } from './adapters.ts'
import { placeOf } from './place.ts'

type Host = Pick<Installation, 'facts' | 'jobs' | 'version'> & {
  config: Config
  adapters: Pick<Adapters, 'blobFolder' | 'pool' | 'secrets'>
  dataFolder: string
  tunnelProgram: string | undefined
  /** Null: this server makes no backups. False: one is under way. */
  backUp: (() => Promise<boolean>) | null
  captures: GrowingCaptures
  countedAs: CountedAs
  openLimit: OpenLimit
  /** Where visitors reach the site, or where it listens. */
  ownUrl: () => string
  hire?: (() => Hired) | undefined
}

export const openModules = (
  core: Core,
  { config, adapters, tunnelProgram, backUp, captures, countedAs, openLimit, dataFolder, ...host }: Host,
) => {
  const { connectionStrings, containerProvider, retention } = config
  const proxied = containerProvider.portMappingType === 'PlatformProxy'
  const leastCpu = tenthsOf(containerProvider.leastCpu)

  const account = accountModule(core, networkOf)
  const onAddress = account.mails.release
  const setup = setupModule(core, onAddress)
  const post = postModule(core)
  const token = tokenModule(core)
  const participation = participationModule(core)
  const game = gameModule(core, participation.signAgain)
  const watch = watchModule(core, retention.traceDays)
  const instances = instanceModule(
    core,
    { aliases: containerProvider.environmentAliases, proxied, leastCpu },
    {
      captures: containerProvider.enableTrafficCapture,
      countedAs,
      policyAt: core.venues.policyAt,
      onLookUp: (address) => openLimit('container', { address }),
    },
  )
  const submissions = submissionModule(core)
  const status = statusModule(
    core,
    {
      ...host,
      ...adapters,
      proxied,
      ...placeOf(config, dataFolder),
      embedded: connectionStrings.database === null,
      cache: connectionStrings.redisCache === null ? 'Memory' : 'Redis',
      keyInData: config.secretKey === null,
      provider: instances.provider,
      instancesHost: () => publishedAt(containerProvider, core.containers.kind, core.site.url()),
    },
    backUp,
  )

  const all: readonly Module[] = [
    { routes: infoRoutes(core) },
    setup,
    account,
    { routes: teamRoutes(core) },
    post,
    { routes: userRoutes(core) },
    instances,
    game,
    divisionModule(core),
    participation,
    { routes: adjustmentRoutes(core) },
    rehearsalModule(core, {
      version: host.version,
      discardGame: game.removal.discard,
      sweepInstances: instances.sweep,
      async perform(cast, options) {
        const { figures, server } = await perform(cast, {
          ...{ ...options, site: siteOf(host.ownUrl()), status: status.read },
          ...(host.hire === undefined ? {} : { hire: host.hire }),
        })
        return { sameMachine: true, figures, server: { ...server, samples: [...server.samples] } }
      },
    }),
    { routes: resultsRoutes(core, submissions.settled) },
    { routes: revealRoutes(core) },
    { routes: eventRoutes(core) },
    scoreboardModule(core),
    challengeModule(core),
    { routes: noticeRoutes(core) },
    submissions,
    { routes: writeupRoutes(core, game.find) },
    { routes: captureRoutes(core, captures) },
    watch,
    { routes: transferRoutes(core, leastCpu) },
    { routes: fileRoutes(core) },
    logModule(core),
    mailModule(core, account.confirmation.approve),
    { routes: [...outgoingRoutes(core), ...settingRoutes(core, onAddress)] },
    { routes: venueRoutes(core) },
    token,
    status,
    { routes: tunnelRoutes(tunnelProgram) },
    auditModule(core, retention.evidenceDays),
  ]

  return {
    all,
    account,
    setup,
    post,
    token,
    game,
    watch,
    instances,
    status,
    async close(): Promise<void> {
      for (const { close } of all) await close?.()
    },
  }
}

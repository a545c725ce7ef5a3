import { tenthsOf } from '@pennant/rules/challenge/cores'
import type { Config } from '../config/schema.ts'
import type { Core } from '../core/core.ts'
import { countedAs as networkOf, type CountedAs } from '../http/address.ts'
import type { Module } from '../http/bind.ts'
import type { OpenLimit } from '../http/limit.ts'
import { accountModule } from '../modules/account/module.ts'
import { captureModule } from '../modules/capture/module.ts'
import { challengeModule } from '../modules/challenge/module.ts'
import { divisionModule } from '../modules/division/module.ts'
import { eventModule } from '../modules/event/module.ts'
import { fileModule } from '../modules/file/module.ts'
import { gameModule } from '../modules/game/module.ts'
import { infoModule } from '../modules/info/module.ts'
import { instanceModule } from '../modules/instance/module.ts'
import { logModule } from '../modules/log/module.ts'
import { mailModule } from '../modules/mail/module.ts'
import { noticeModule } from '../modules/notice/module.ts'
import { participationModule } from '../modules/participation/module.ts'
import { postModule } from '../modules/post/module.ts'
import { scoreboardModule } from '../modules/scoreboard/module.ts'
import { settingModule } from '../modules/setting/module.ts'
import { setupModule } from '../modules/setup/module.ts'
import { statusModule } from '../modules/status/module.ts'
import type { ProcessFacts } from '../modules/status/needs.ts'
import { submissionModule } from '../modules/submission/module.ts'
import { teamModule } from '../modules/team/module.ts'
import { tokenModule } from '../modules/token/module.ts'
import { transferModule } from '../modules/transfer/module.ts'
import { tunnelModule } from '../modules/tunnel/module.ts'
import { userModule } from '../modules/user/module.ts'
import { watchModule } from '../modules/watch/module.ts'
import { writeupModule } from '../modules/writeup/module.ts'
import type { GrowingCaptures } from '../relay/captures.ts'
import type { Adapters } from './adapters.ts'
import { publishedAt } from './containers.ts'
import { secretsOf } from './secrets.ts'

type Needs = {
  core: Core
  adapters: Pick<Adapters, 'blobFolder' | 'pool'>
  config: Config
  version: string
  /** Where the program for players is, or would be. */
  tunnelProgram: string
  /** What comes round again, and what this process knows of itself; not to be called before everything is built. */
  jobs: () => readonly string[]
  facts: () => ProcessFacts
  /** What this process records. */
  captures: GrowingCaptures
  /** Whom limits count an address as. */
  countedAs: CountedAs
  openLimit: OpenLimit
}

/** All modules. What one hands to another passes here. */
export const openModules = (needs: Needs) => {
  const { core, config, countedAs } = needs
  const { portMappingType, enableTrafficCapture, environmentAliases, leastCpu } = config.containerProvider
  const proxied = portMappingType === 'PlatformProxy'

  const account = accountModule(core, networkOf)
  const onAddress = account.letters.release
  const setup = setupModule(core, onAddress)
  const post = postModule(core)
  const token = tokenModule(core)
  const participation = participationModule(core)
  const game = gameModule(core, participation.signAgain)
  const watch = watchModule(core)
  const instances = instanceModule(
    core,
    { aliases: environmentAliases, proxied, leastCpu: tenthsOf(leastCpu) },
    {
      captures: enableTrafficCapture,
      countedAs,
      onLookUp: (address) => needs.openLimit('container', { address }),
    },
  )
  const { connectionStrings: given } = config
  const status = statusModule(core, {
    ...needs,
    ...needs.adapters,
    proxied,
    setup: {
      embedded: given.database === null,
      cache: given.redisCache === null ? 'Memory' : 'Redis',
      storage: needs.adapters.blobFolder === null ? 'S3' : 'Local',
      keyInData: config.secretKey === null,
    },
    secrets: secretsOf(config),
    provider: instances.provider,
    instancesHost: () => publishedAt(config, core.containers.kind, core.site.url()),
  })

  const all: readonly Module[] = [
    infoModule(core),
    setup,
    account,
    teamModule(core),
    post,
    userModule(core),
    instances,
    game,
    divisionModule(core),
    participation,
    eventModule(core),
    scoreboardModule(core),
    challengeModule(core),
    noticeModule(core),
    submissionModule(core),
    writeupModule(core, game.find),
    captureModule(core, needs.captures),
    watch,
    transferModule(core, tenthsOf(leastCpu)),
    fileModule(core),
    logModule(core),
    mailModule(core, account.confirmation.approve),
    settingModule(core, onAddress),
    token,
    status,
    tunnelModule(needs.tunnelProgram),
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

export type Modules = ReturnType<typeof openModules>

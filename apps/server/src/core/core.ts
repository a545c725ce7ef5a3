import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Language } from '@pennant/contract/enums'
import { defaultGlobalConfig, type GlobalConfig } from '@pennant/contract/setting'
import type { Translator } from '@pennant/i18n/translator'
import type { Config } from '../config/schema.ts'
import { skeletonsOf } from '../kit/skeleton/skeleton.ts'
import type { Live, LiveAccess } from '../live/live.ts'
import type { BlobStore } from '../ports/blob.ts'
import type { Bus } from '../ports/bus.ts'
import type { Cache } from '../ports/cache.ts'
import type { Captcha } from '../ports/captcha.ts'
import type { Clock } from '../ports/clock.ts'
import type { Containers } from '../ports/containers.ts'
import type { AfterCommit, Db } from '../ports/database.ts'
import type { ImageProcessor } from '../kit/image/sharp.ts'
import type { Limiter, OwnLimiter } from '../ports/limiter.ts'
import type { Lock } from '../ports/lock.ts'
import type { Mailer } from '../ports/mailer.ts'
import type { PasswordHasher } from '../kit/password/argon2.ts'
import type { Out } from '../telemetry/out.ts'
import { createAudit } from './audit/audit.ts'
import { createFiles } from './file/files.ts'
import { createFileStore } from './file/store.ts'
import { createAssignments } from './flag/assign.ts'
import { createAssignmentStore } from './flag/store.ts'
import { createFreezing } from './game/freezing.ts'
import { createGameAccess } from './game/access.ts'
import { createGameCache } from './game/game-cache.ts'
import { createLedgerStore } from './game/ledger-store.ts'
import { createLedger } from './game/ledger.ts'
import { createParticipationStore } from './game/participation-store.ts'
import { createParticipations } from './game/participations.ts'
import { createCachedGameStore } from './game/store.ts'
import { createFactorMail } from './identity/factor-mail.ts'
import { createNames } from './identity/names.ts'
import { createSecondFactors } from './identity/second-factors.ts'
import { createSessionStore } from './identity/session-store.ts'
import { createSessions } from './identity/sessions.ts'
import { createAccountStore } from './identity/users.ts'
import { createVisits } from './identity/visits.ts'
import { createLog } from './journal/journal.ts'
import { createLogStore } from './journal/store.ts'
import { createMailService } from './mail/mail.ts'
import { createMailStore } from './mail/store.ts'
import type { RenderedMail } from './mail/template.ts'
import { renderTestMail } from './mail/test-mail.ts'
import { createRehearsing } from './rehearsal/rehearsing.ts'
import { readRunning } from './rehearsal/store.ts'
import { createSiteAddress } from './setting/address.ts'
import { type CaptchaKeys, configuredCaptcha } from './setting/captcha-keys.ts'
import { createLastChanged } from './setting/last-changed.ts'
import { configuredMail, type MailServer, senderOf } from './setting/mail-server.ts'
import { createOutgoing, type OutgoingTests } from './setting/outgoing.ts'
import { createSettings } from './setting/settings.ts'
import { createClientSettings } from './setting/client-settings.ts'
import { createSettingStore } from './setting/store.ts'
import { createVault } from './setting/vault.ts'
import { createSignals } from './signals.ts'
import { createRefusals } from './venue/refusals.ts'
import { createVenues } from './venue/venues.ts'

export type Ports = {
  readonly db: Db
  readonly afterCommit: AfterCommit
  readonly cache: Cache
  readonly bus: Bus
  readonly limiter: Limiter
  readonly ownLimiter: OwnLimiter
  readonly lock: Lock
  readonly blobs: BlobStore
  readonly containers: Containers
  readonly clock: Clock
  readonly hasher: PasswordHasher
  readonly images: ImageProcessor
}

export type ExternalServices = OutgoingTests & {
  /** Null: nothing is sent. */
  mailerOf(server: () => MailServer | null): Mailer
  captchaOf(keys: () => CaptchaKeys): Captcha
}

type CoreContext = {
  config: Config
  /** Null: the setting has its default. */
  originOf: (setting: string) => string | null
  external: ExternalServices
  secretKey: string
  dataFolder: string
  translator: Translator
  out: Out
  household: (address: string) => string
  /** Null before the server listens, and when it listens beyond this machine. */
  ownAddress: () => string | null
}

const dayMs = 86_400_000

export type Core = Awaited<ReturnType<typeof openCore>> & {
  readonly live: Live & Pick<LiveAccess, 'recheckGame'>
}

export const openCore = async (ports: Ports, context: CoreContext) => {
  const { config, originOf, external, translator, out } = context
  const { db, afterCommit, clock, bus, blobs, images } = ports

  const signals = createSignals((name, error) =>
    // The journal would emit the same signal again.
    name === 'entry.written'
      ? out.error({ err: error }, "couldn't push a log record")
      : journal.failed(`A listener to ${name} failed`, error),
  )
  const log = createLog({
    ...{ store: createLogStore(db), clock, signals, household: context.household, out },
    keptDays: config.retention.logDays,
  })
  const { journal } = log
  const audit = createAudit({ db, clock, afterCommit, signals })
  const failed =
    (message: string) =>
    (error: unknown): void =>
      journal.failed(message, error)

  const vault = createVault(context.secretKey)
  const sessionStore = createSessionStore(db)
  const sessions = createSessions({
    store: sessionStore,
    clock,
    bus,
    signals,
    signingKey: vault.derive('session tokens'),
    lifetimeMs: config.sessionDays * dayMs,
  })
  const visits = createVisits(sessionStore, clock, failed("Couldn't write visits"))
  const users = createAccountStore(db)
  const secondFactors = createSecondFactors({ db, clock, vault, journal })
  const temporary = join(context.dataFolder, 'uploads-in-progress')
  const files = createFiles({ store: createFileStore(db), blobs, images, clock, bus, temporary })

  const configured = {
    mail: configuredMail(config, originOf),
    captcha: configuredCaptcha(config, originOf),
  }
  const settingStore = createSettingStore(db)
  const lastChanged = createLastChanged(settingStore, clock)
  const globalDefaults = globalDefaultsOf(config.platform)
  const clientSettings = createClientSettings({
    portMapping: config.containerProvider.portMappingType,
    runsInstances: ports.containers.kind !== 'none',
    captcha: configured.captcha,
  })
  const settings = await createSettings({
    ...{ store: settingStore, clock, bus, vault, audit, journal, lastChanged, globalDefaults },
    visible: clientSettings.all,
  })
  const venues = createVenues({
    configured: config.limits.venues,
    kept: () => settings.current().venues,
  })
  const refusals = createRefusals({
    ...{ store: settingStore, clock, networkOf: context.household },
    onFault: failed("Couldn't write refused addresses"),
  })
  const site = createSiteAddress({
    configured: config.publicUrl,
    kept: () => settings.current().address,
    own: context.ownAddress,
  })
  const { platformName } = settings
  const names = createNames(skeletonsOf, () => [settings.current().global.title, platformName()])
  await names.catchUp(db)
  const testMail = (language: Language): RenderedMail =>
    renderTestMail({ language, platform: platformName() }, translator)
  const outgoing = createOutgoing({
    settings,
    vault,
    ...configured,
    emailOf: async (userId) => (await users.byId(userId))?.email ?? null,
    testMessage: (server, to, language) => ({
      id: randomUUID(),
      to,
      from: senderOf(server, platformName()),
      ...testMail(language),
    }),
    tryMail: external.tryMail,
    tryCaptcha: external.tryCaptcha,
  })
  const mailer = external.mailerOf(() => {
    const server = outgoing.mail()
    return server.sends ? server : null
  })
  const captcha = external.captchaOf(() => {
    const keys = outgoing.captcha()
    return { ...keys, provider: keys.asked }
  })
  const sender = () => senderOf(outgoing.mail(), platformName())
  const mail = createMailService({
    ...{ store: createMailStore(db), mailer, clock, log: journal, translator, sender },
    keptDays: config.retention.mailDays,
  })

  const rehearsing = await createRehearsing({
    ...{ read: readRunning(db), clock, bus, vault },
    onError: failed("Couldn't read the rehearsal"),
  })

  const ledger = createLedger(createLedgerStore(db), clock, bus)
  const games = createGameCache({
    ...{ store: createCachedGameStore(db), ledger, bus, clock, signals },
    onError: failed("Couldn't reload a game"),
  })

  return {
    ...ports,
    translator,
    signals,
    log,
    journal,
    audit,
    vault,
    sessions,
    visits,
    users,
    secondFactors,
    factorMail: createFactorMail({ mail, site, platform: platformName }),
    names,
    files,
    temporary,
    settingStore,
    lastChanged,
    globalDefaults,
    clientSettings,
    settings,
    venues,
    refusals,
    site,
    outgoing,
    mailer,
    captcha,
    sender,
    testMail,
    mail,
    rehearsing,
    ledger,
    games,
    access: createGameAccess(games, clock),
    freezing: createFreezing(clock, bus),
    flags: createAssignments(createAssignmentStore(db), { clock, journal }),
    participations: createParticipations(
      { clock, journal, files, signals, ledger },
      createParticipationStore(db),
    ),

    run: (signal: AbortSignal): Promise<unknown> =>
      Promise.all([mail.deliver(signal), games.keepCurrent(signal), refusals.run(signal)]),

    async close(): Promise<void> {
      await visits.close()
      settings.close()
      rehearsing.close()
      await mailer.close()
      sessions.close()
      games.close()
      files.close()
      ledger.close()
      await log.close()
    },
  }
}

const globalDefaultsOf = ({ title, suffix, slogan }: Config['platform']): GlobalConfig => ({
  ...defaultGlobalConfig,
  ...(title === null ? {} : { title }),
  ...(slogan === null ? {} : { slogan }),
  titleSuffix: suffix.toLowerCase() === 'none' ? '' : suffix,
})

import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { Translator } from '@pennant/i18n/translator'
import { identityKey } from '@pennant/rules/account/identity'
import type { Config } from '../config/schema.ts'
import { countedAs, type CountedAs } from '../http/address.ts'
import type { Bound } from '../http/bind.ts'
import type { OpenLimit } from '../http/limit.ts'
import { createConfirmation } from '../modules/account/confirmation.ts'
import { createLetters } from '../modules/account/letter.ts'
import { createLoginGuard } from '../modules/account/login-guard.ts'
import { checkName, checkPassword, collided, newUser } from '../modules/account/registration.ts'
import { skeletonsOf } from '../adapters/skeleton/skeleton.ts'
import { accountRoutes } from '../modules/account/routes.ts'
import type { AccountNeeds } from '../modules/account/needs.ts'
import { createRegistrationStore } from '../modules/account/store-registration.ts'
import { createAccountStore } from '../modules/account/store.ts'
import { fileRoutes } from '../modules/file/routes.ts'
import { createFiles } from '../modules/file/service.ts'
import { createFileStore } from '../modules/file/store.ts'
import { createHolderStore } from '../modules/file/store-holder.ts'
import { presentCaptcha, presentClientConfig } from '../modules/info/present.ts'
import { infoRoutes } from '../modules/info/routes.ts'
import { createInstanceGone } from '../modules/instance/gone.ts'
import { proxyRoutes } from '../modules/instance/routes-proxy.ts'
import { createTargetStore } from '../modules/instance/store-target.ts'
import { createTargets } from '../modules/instance/target.ts'
import { logRoutes } from '../modules/log/routes.ts'
import type { Log } from '../modules/log/service.ts'
import type { LogStore } from '../modules/log/store.ts'
import { mailRoutes } from '../modules/mail/routes.ts'
import { createMailService } from '../modules/mail/service.ts'
import { createMailStore } from '../modules/mail/store.ts'
import { renderTrialMail } from '../modules/mail/trial.ts'
import { postRoutes } from '../modules/post/routes.ts'
import { createPosts } from '../modules/post/service.ts'
import { createShelf } from '../modules/post/shelf.ts'
import { createPostStore } from '../modules/post/store.ts'
import { createSessions } from '../modules/session/service.ts'
import { createSessionStore } from '../modules/session/store.ts'
import { createVisits } from '../modules/session/visits.ts'
import { createEditions } from '../modules/setting/edition.ts'
import { settingRoutes } from '../modules/setting/routes.ts'
import { createSiteAddress, readAddress } from '../modules/setting/address.ts'
import { createSettings } from '../modules/setting/service.ts'
import { createSettingStore } from '../modules/setting/store.ts'
import { createVault } from '../modules/setting/vault.ts'
import { setupRoutes } from '../modules/setup/routes.ts'
import { createNames } from '../modules/name/service.ts'
import { createSetup } from '../modules/setup/service.ts'
import type { ProcessFacts } from '../modules/status/needs.ts'
import { teamRoutes } from '../modules/team/routes.ts'
import { createTeamStore } from '../modules/team/store.ts'
import { tokenRoutes } from '../modules/token/routes.ts'
import { createTokens } from '../modules/token/service.ts'
import { createTokenStore } from '../modules/token/store.ts'
import { tunnelRoutes } from '../modules/tunnel/routes.ts'
import { userRoutes } from '../modules/user/routes.ts'
import { createUserStore } from '../modules/user/store.ts'
import type { GrowingCaptures } from '../ports/capture.ts'
import type { Live, LiveAccess } from '../ports/live.ts'
import type { Services } from './services.ts'
import { wireCompetition } from './competition.ts'
import { wireStatus } from './status.ts'

type Needs = {
  config: Config
  services: Services
  translator: Translator
  secretKey: string
  dataFolder: string
  log: Log
  logStore: LogStore
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
  /** The address of a server that listens on this machine alone; null before it listens. */
  ownAddress: () => string | null
  /** Hears that what a user or an API token may listen to may have changed. */
  onAccessLost: (subject: string) => void
  /** Not to be called before everything is built. */
  live: Live & Pick<LiveAccess, 'recheckGame'>
}

const dayMs = 86_400_000
const builtInFavicon = fileURLToPath(new URL('../../assets/favicon.webp', import.meta.url))

/** Hands every module what it needs of the others. Whatever is written here is the whole of their acquaintance. */
export const wireModules = async (needs: Needs) => {
  const { config, services, translator, log, logStore } = needs
  const { db, clock, bus, hasher, lock } = services
  const { journal } = log
  const vault = createVault(needs.secretKey)

  const sessionStore = createSessionStore(db)
  const sessions = createSessions({
    store: sessionStore,
    clock,
    bus,
    signingKey: vault.derive('session tokens'),
    lifetimeMs: config.sessionDays * dayMs,
  })
  const visits = createVisits({
    store: sessionStore,
    clock,
    onError: (error) =>
      journal.write({ level: 'Error', message: 'Visits could not be written', name: 'System', error }),
  })

  const temporary = join(needs.dataFolder, 'uploads-in-progress')
  const files = createFiles({
    store: createFileStore(db),
    blobs: services.blobs,
    images: services.images,
    clock,
    temporary,
  })
  const settingStore = createSettingStore(db)
  const editionOf = createEditions({ store: settingStore, clock })
  const { portMappingType: portMapping } = config.containerProvider
  const instances = { portMapping, runsInstances: services.containers.kind !== 'none' }
  const settings = await createSettings({
    store: settingStore,
    clock,
    bus,
    vault,
    journal,
    files,
    editionOf,
    shown: (shown) => [presentClientConfig(shown, instances), presentCaptcha(shown, services.captcha)],
  })
  const { emailConfig } = config
  const sender = () => ({
    name: emailConfig.senderName.trim() === '' ? settings.platformName() : emailConfig.senderName,
    address: emailConfig.senderAddress,
  })
  const mail = createMailService({
    store: createMailStore(db),
    mailer: services.mailer,
    clock,
    log: journal,
    translator,
    sender,
    keptDays: config.retention.mailDays,
  })

  const site = createSiteAddress({
    configured: config.publicUrl,
    kept: () => settings.current().address,
    own: needs.ownAddress,
  })
  const mailKey = vault.derive('mail links')
  const letters = createLetters({ clock, mail, mailKey: () => mailKey, settings, site, networkOf: countedAs })
  const accountStore = createAccountStore(db)
  const names = createNames({
    skeletonsOf,
    platformNames: () => [settings.current().global.title, settings.platformName()],
  })
  await names.catchUp(db)
  const accountRules = { identityKey, checkName, checkPassword, newUser, collided }
  const setup = createSetup({
    clock,
    lock,
    hasher,
    journal,
    key: vault.derive('setup'),
    accounts: {
      ...accountRules,
      anyAdministrator: accountStore.anyAdministrator,
      insert: (row) =>
        accountStore.atomically(async (tx) => {
          const given = await names.give(tx, { kind: 'user', name: row.name })
          await createAccountStore(tx).insert({ ...row, ...given })
        }),
      byName: async (name) =>
        (await accountStore.byLogin(identityKey(name))).find((user) => user.name_key === identityKey(name)),
    },
    edit: (name, change) => settingStore.edit(name, new Date(clock.now()), change),
  })

  const postStore = createPostStore(db)
  const shelf = createShelf({ store: postStore, clock, bus, editionOf })
  sessions.onChange(shelf.authorChanged)
  const posts = createPosts({ store: postStore, clock, journal, onChange: shelf.changed })
  const tokens = createTokens({
    store: createTokenStore(db),
    clock,
    journal,
    keyPair: settings.keyPair,
    onClosed: needs.onAccessLost,
  })
  const teamStore = createTeamStore(db)
  const competition = wireCompetition({
    ...needs,
    vault,
    files,
    temporary,
    settings,
    editionOf,
  })
  const { ledger, participations } = competition
  const targets =
    portMapping === 'PlatformProxy'
      ? createTargets({
          store: createTargetStore(db),
          gone: createInstanceGone(bus),
          bus,
          clock,
          limiter: services.limiter,
          countedAs: needs.countedAs,
          onLookUp: (address) => needs.openLimit('container', { address }),
          captures: config.containerProvider.enableTrafficCapture,
        })
      : null
  const status = wireStatus({
    ...needs,
    journal,
    site,
    mail,
    sender,
    trialMail: (language) => renderTrialMail({ language, platform: settings.platformName() }, translator),
    captchaInUse: () => settings.accountPolicy().useCaptcha,
    provider: competition.instances.provider,
    emailOf: async (userId) => (await accountStore.byId(userId))?.email ?? null,
  })
  const account: AccountNeeds = {
    store: accountStore,
    clock,
    hasher,
    journal,
    settings,
    envelope: settings.envelope,
    mailKey: () => mailKey,
    mail,
    sessions,
    files,
    guard: createLoginGuard({ cache: services.cache, clock, countedAs }),
    games: ledger,
    site,
    registrations: createRegistrationStore(db),
    mailLeaves: () => services.mailer.kind !== 'outbox' && site.url() !== null,
    networkOf: countedAs,
    names,
  }
  const confirmation = createConfirmation(account)
  const routes: Bound[] = [
    ...infoRoutes({
      settings,
      captcha: services.captcha,
      instances,
    }),
    ...setupRoutes({
      setup,
      sessions,
      envelope: settings.envelope,
      site,
      readAddress,
      async keepAddress(address, caller) {
        await settings.setAddress(address, caller)
        await letters.release()
      },
    }),
    ...accountRoutes({ ...account, confirmation, words: translator, endSession: sessions.end }),
    ...teamRoutes({ store: teamStore, journal, files, participations, names, games: ledger }),
    ...postRoutes(posts, shelf),
    ...userRoutes({
      store: createUserStore(db),
      clock,
      hasher,
      journal,
      sessions,
      files,
      games: ledger,
      accounts: accountRules,
      names,
    }),
    ...competition.routes,
    ...proxyRoutes(targets),
    ...fileRoutes({
      files,
      holders: createHolderStore(db),
      journal,
      settings: { faviconHash: () => settings.current().global.faviconHash },
      builtInFavicon,
      onDownload: competition.watch.downloads.begun,
    }),
    ...logRoutes(logStore, log),
    ...mailRoutes({ mail, approve: confirmation.approve }),
    ...settingRoutes({ settings, site, onAddress: letters.release }),
    ...tokenRoutes(tokens),
    ...status.routes,
    ...tunnelRoutes({ program: needs.tunnelProgram }),
  ]

  return {
    routes,
    sessions,
    visits,
    settings,
    files,
    mail,
    letters,
    confirmation,
    setup,
    names,
    posts,
    tokens,
    gameRemoval: competition.gameRemoval,
    ledger,
    heldGames: competition.heldGames,
    gate: competition.gate,
    instances: competition.instances,
    watch: competition.watch,
    jobs: competition.jobs,
    status,
    targets,
    async close(): Promise<void> {
      await visits.close()
      await competition.watch.close()
      shelf.close()
      settings.close()
      sessions.close()
      targets?.close()
      await competition.instances.close()
      competition.close()
    },
  }
}

export type Modules = Awaited<ReturnType<typeof wireModules>>

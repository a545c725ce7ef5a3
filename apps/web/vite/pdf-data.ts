import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const folders = ['cmaps', 'standard_fonts'] as const

/** Documents name these without embedding them. The viewer fetches what one needs; licenses are included. */
export const pdfData = (): Plugin => {
  const require = createRequire(import.meta.url)
  const manifest = require.resolve('pdfjs-dist/package.json')
  const { version } = require(manifest) as { version: string }
  const root = dirname(manifest)
  const place = `static/pdf-${version}`
  return {
    name: 'pennant:pdf-data',
    config: (_config, { command }) => ({
      define: { __PENNANT_PDF_DATA__: JSON.stringify(command === 'build' ? `/${place}/` : `/@fs${root}/`) },
    }),
    async generateBundle() {
      for (const folder of folders)
        for (const name of await readdir(join(root, folder)))
          this.emitFile({
            type: 'asset',
            fileName: `${place}/${folder}/${name}`,
            source: await readFile(join(root, folder, name)),
          })
    },
  }
}

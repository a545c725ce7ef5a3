import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const folder = join(import.meta.dirname, '../../../packages/i18n/locales')

/** The tag is in lower case, as the client asks for it. */
type Text = { tag: string; area: string; bytes: Buffer }

const readAll = (): Text[] =>
  readdirSync(folder)
    .toSorted()
    .flatMap((tag) =>
      readdirSync(join(folder, tag))
        .toSorted()
        .map((name) => ({
          tag: tag.toLowerCase(),
          area: name.replace(/\.json$/, ''),
          bytes: readFileSync(join(folder, tag, name)),
        })),
    )

const isSpoken = ({ area }: Text, areas: readonly string[]): boolean => areas.includes(area)

/** One hash for all: with one each, every visitor would load a table of hundreds. */
export const catalogues = (areas: readonly string[]): Plugin => ({
  name: 'pennant:catalogues',
  config: () => ({
    define: { __PENNANT_TEXTS__: JSON.stringify(hashOf(readAll().filter((one) => isSpoken(one, areas)))) },
  }),
  generateBundle() {
    const spoken = readAll().filter((one) => isSpoken(one, areas))
    const hash = hashOf(spoken)
    for (const { tag, area, bytes } of spoken)
      this.emitFile({
        type: 'asset',
        fileName: `static/${tag}.${area}.${hash}.json`,
        source: JSON.stringify(JSON.parse(bytes.toString())),
      })
  },
  configureServer({ middlewares }) {
    middlewares.use('/static', (request, response, next) => {
      const [, tag = '', area = ''] = /^\/([\w-]+)\.(\w+)\.\w+\.json/.exec(request.url ?? '') ?? []
      const text = readAll().find((one) => one.tag === tag && one.area === area)
      if (text === undefined || !isSpoken(text, areas)) return next()
      response.setHeader('content-type', 'application/json')
      response.end(text.bytes)
    })
  },
})

const hashOf = (texts: readonly Text[]): string => {
  const hash = createHash('sha256')
  for (const { tag, area, bytes } of texts) hash.update(`${tag}/${area}\0`).update(bytes)
  return hash.digest('hex').slice(0, 8)
}

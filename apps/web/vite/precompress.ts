import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const text = /\.(m?js|css|json|svg|txt|map)$/

const toBrotli = (bytes: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
// The best `memLevel` differs from file to file.
const toGzip = async (bytes: Buffer): Promise<Buffer> => {
  const level = constants.Z_BEST_COMPRESSION
  const packed = await Promise.all(
    [6, 7, 8, 9].map((memLevel) => promisify(gzip)(bytes, { level, memLevel })),
  )
  return packed.reduce((best, one) => (one.length < best.length ? one : best))
}

/** Not the page itself, which the server fills in and compresses for each visitor. */
export const precompress = (): Plugin => ({
  name: 'pennant:precompress',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir }) {
      if (dir === undefined) return
      const folder = join(dir, 'static')
      const names = (await readdir(folder)).filter((name) => text.test(name))
      await Promise.all(
        names.map(async (name) => {
          const path = join(folder, name)
          const bytes = await readFile(path)
          await Promise.all([
            toBrotli(bytes).then((packed) => writeFile(`${path}.br`, packed)),
            toGzip(bytes).then((packed) => writeFile(`${path}.gz`, packed)),
          ])
        }),
      )
    },
  },
})

import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'
import { packSampleGame } from '../../../demo/package.mjs'

export const sampleGame = (): Plugin => {
  const archive = packSampleGame()
  const hash = createHash('sha256').update(archive).digest('hex').slice(0, 8)
  const fileName = `static/sample-game.${hash}.zip`
  return {
    name: 'pennant:sample-game',
    config: () => ({ define: { __PENNANT_SAMPLE_GAME__: JSON.stringify(`/${fileName}`) } }),
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response) => response.end(archive))
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: archive })
    },
  }
}

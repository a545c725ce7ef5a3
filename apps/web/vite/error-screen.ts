import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { errorTextKeys } from '../src/i18n/area.ts'

const folder = join(import.meta.dirname, '../src/app/boundaries')
const locales = join(import.meta.dirname, '../../../packages/i18n/locales')

// In all languages: nothing can be fetched once the client fails to load.
const readTexts = (): Record<string, Record<string, string | undefined>> =>
  Object.fromEntries(
    readdirSync(locales).map((tag) => {
      // The check of the catalogs ensures the shape.
      const texts = JSON.parse(readFileSync(join(locales, tag, 'web.json'), 'utf8')) as Record<string, string>
      return [
        tag.toLowerCase(),
        Object.fromEntries(Object.entries(errorTextKeys).map(([name, key]) => [name, texts[key]])),
      ]
    }),
  )

const compile = async (): Promise<string> => {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { __PENNANT_ERROR_TEXTS__: JSON.stringify(readTexts()) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(folder, 'error-screen.ts'),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const code = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const [script] = code
  if (script?.type !== 'chunk' || code.length !== 1) throw new Error('the error screen is not one script')
  return script.code
}

export const errorScreen = (): Plugin => ({
  name: 'pennant:error-screen',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      const style = readFileSync(join(folder, 'error-screen.css'), 'utf8')
      const script = await compile()
      return html.replace(
        '<!-- error screen -->',
        () => `<style>${style}</style>\n<script>${script}</script>`,
      )
    },
  },
})

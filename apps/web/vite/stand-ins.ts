import type { Plugin } from 'vite'

type Part = {
  by: RegExp
  source: string
  standIn(original: string): string
}

const parts: readonly Part[] = [
  // The router's code for rendering on a server, and for reports about itself.
  {
    by: /\/react-router\/.*\/dom\/lib\.js$/,
    source: './ssr/components.js',
    standIn: (original) => `
      export { FrameworkContext, mergeRefs } from ${JSON.stringify(original)}
      export const usePrefetchBehavior = () => [false, null, {}]
      export const PrefetchPageLinks = () => null`,
  },
  // The router's forms submit to a route; ours call the API.
  {
    by: /\/react-router\/.*\/dom\/lib\.js$/,
    source: './dom.js',
    standIn: (original) => `
      export { createSearchParams, getSearchParamsForLocation, shouldProcessLinkClick } from ${JSON.stringify(original)}
      export const getFormSubmissionInfo = () => { throw new Error('no route takes a form') }`,
  },
  {
    by: /\/react-router\/.*\/router\/router\.js$/,
    source: './instrumentation.js',
    standIn: () => `
      export const consumeInstrumentationClientResultMetaReceiver = () => undefined
      export const getRouteInstrumentationUpdates = () => ({})
      export const instrumentClientSideRouter = (router) => router`,
  },
  // Our paged lists are in features/monitor/long-list.ts.
  {
    by: /\/query-core\/.*\/query\.js$/,
    source: './infiniteQueryBehavior.js',
    standIn: () => 'export const infiniteQueryBehavior = () => undefined',
  },
  // Queries here neither throw to boundaries nor suspend.
  {
    by: /\/react-query\/.*\/useBaseQuery\.js$/,
    source: './errorBoundaryUtils.js',
    standIn: () => `
      export const ensurePreventErrorBoundaryRetry = () => undefined
      export const useClearResetErrorBoundary = () => undefined
      export const getHasError = () => false`,
  },
  {
    by: /\/react-query\/.*\/useBaseQuery\.js$/,
    source: './QueryErrorResetBoundary.js',
    standIn: () => 'export const useQueryErrorResetBoundary = () => undefined',
  },
  {
    by: /\/react-query\/.*\/useBaseQuery\.js$/,
    source: './suspense.js',
    standIn: () => `
      export const ensureSuspenseTimers = () => undefined
      export const fetchOptimistic = () => undefined
      export const shouldSuspend = () => false
      export const willFetch = () => false`,
  },
  // The translator's texts with elements; ours have none.
  {
    by: /\/react-i18next\/.*\/defaults\.js$/,
    source: './unescape.js',
    standIn: () => 'export const unescape = (text) => text',
  },
  // The live connection's support for browsers without fetch, and for resuming; ours starts over.
  {
    by: /\/signalr\/.*\/DefaultHttpClient\.js$/,
    source: './XhrHttpClient',
    standIn: () => 'export class XhrHttpClient {}',
  },
  {
    by: /\/signalr\/.*\/HubConnection\.js$/,
    source: './MessageBuffer',
    standIn: () => 'export class MessageBuffer {}',
  },
]

export const standIns = (): Plugin => {
  const code = new Map<string, string>()
  const replaced = new Set<Part>()
  return {
    name: 'pennant:stand-ins',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      const part = parts.find((one) => one.source === source && one.by.test(importer ?? ''))
      if (part === undefined) return null
      const original = await this.resolve(source, importer, { skipSelf: true })
      if (original === null) return null
      const id = `\0stand-in:${original.id}`
      code.set(id, part.standIn(original.id))
      replaced.add(part)
      return id
    },
    load: (id) => code.get(id) ?? null,
    buildEnd(error) {
      const left = parts.filter((part) => !replaced.has(part)).map(({ source }) => source)
      if (error === undefined && left.length > 0)
        this.error(`Nothing imports ${left.join(', ')} anymore: check what the libraries import now`)
    },
  }
}

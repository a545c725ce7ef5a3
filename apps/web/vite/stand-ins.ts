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

type Unused = {
  by: RegExp
  /** Functions and methods, with what they return instead. */
  functions: Readonly<Record<string, string>>
}

const throws = "throw new Error('left out')"

const unused: readonly Unused[] = [
  // No route has an action, nothing is fetched for a route that isn't shown, and no link has a view transition.
  {
    by: /\/react-router\/.*\/router\/router\.js$/,
    functions: {
      handleAction: throws,
      fetch: throws,
      handleFetcherAction: throws,
      handleFetcherLoader: throws,
      persistAppliedTransitions: '',
      restoreAppliedTransitions: '',
    },
  },
  // There is one translator, its texts name no others, and none of them is ever reported as missing.
  {
    by: /\/i18next\/.*\/i18next\.js$/,
    functions: {
      cloneInstance: throws,
      createProxy: throws,
      dir: throws,
      hydrate: throws,
      keysFromSelector: throws,
      nest: 'return str',
      saveMissing: throws,
    },
  },
]

const withoutUnused = (code: string, { functions }: Unused): string =>
  Object.entries(functions).reduce((rest, [name, body]) => {
    // Both libraries are indented, so a function ends where its indentation returns.
    const found = [
      ...rest.matchAll(
        new RegExp(`^([ \\t]*)((?:async )?(?:function )?${name}\\(.*\\) \\{)\\n[^]*?^\\1\\}`, 'gm'),
      ),
    ]
    const [one] = found
    if (one === undefined || found.length > 1)
      throw new Error(`${name} is in the library ${found.length} times`)
    const [whole, indent, head] = one
    return rest.replace(whole, () => `${indent}${head} ${body} }`)
  }, code)

export const standIns = (): Plugin => {
  const code = new Map<string, string>()
  const replaced = new Set<Part | Unused>()
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
    transform(original, id) {
      const library = unused.find(({ by }) => by.test(id))
      if (library === undefined) return null
      replaced.add(library)
      return { code: withoutUnused(original, library), map: null }
    },
    buildEnd(error) {
      const left = [...parts, ...unused].filter((part) => !replaced.has(part))
      const names = left.map((part) => ('source' in part ? part.source : part.by.source))
      if (error === undefined && left.length > 0)
        this.error(`Nothing imports ${names.join(', ')} anymore: check what the libraries import now`)
    },
  }
}

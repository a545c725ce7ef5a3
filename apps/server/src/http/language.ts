import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '@pennant/contract/enums'
import type { ServerNeeds } from './needs.ts'

const mostKnown = 500

// Cached: browsers of one kind all send the same header.
export const createLanguages = (negotiate: ServerNeeds['negotiate']) => {
  const known = new Map<string, Language>()
  return (
    { cookie, 'accept-language': acceptLanguage = '' }: IncomingHttpHeaders,
    query?: string,
  ): Language => {
    if (query !== undefined || cookie?.includes('Culture') === true)
      return negotiate({ query, cookie, acceptLanguage })
    const found = known.get(acceptLanguage)
    if (found !== undefined) return found
    const language = negotiate({ acceptLanguage })
    if (known.size >= mostKnown) known.clear()
    known.set(acceptLanguage, language)
    return language
  }
}

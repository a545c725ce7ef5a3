import { useClientConfig } from '../../api/client-config.ts'

const suffix = '::CTF'
const unnamed = 'Pennant'

export type Platform = { name: string; stem: string; suffix: string; logoUrl: string | null }

/** The name of the platform: whole, and in the two parts it is shown in. */
export const usePlatform = (): Platform => {
  const config = useClientConfig()
  const name = config === undefined ? nameInPage() : nameOf(config.title)
  const suffixed = name.endsWith(suffix)
  return {
    name,
    stem: suffixed ? name.slice(0, -suffix.length) : name,
    suffix: suffixed ? suffix : '',
    logoUrl: config?.logoUrl ?? null,
  }
}

const nameOf = (title: string): string => (title.trim() === '' ? unnamed : title + suffix)

/** The name that the server has put into the page, for as long as the configuration is on its way. */
const nameInPage = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="og:title"]')?.content ?? unnamed

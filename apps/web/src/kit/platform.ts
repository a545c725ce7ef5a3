import { platformNameParts } from '@pennant/contract/platform-name'
import { useClientConfig } from '../api/queries/client-config.ts'

export type Platform = { name: string; stem: string; suffix: string; logoUrl: string | null }

/** The name of the platform: whole, and in the two parts it is shown in. */
export const usePlatform = (): Platform => {
  const config = useClientConfig()
  const parts = platformNameParts(config ?? { title: nameInPage(), titleSuffix: '' })
  return { ...parts, name: parts.stem + parts.suffix, logoUrl: config?.logoUrl ?? null }
}

/** The name that the server has put into the page, for as long as the configuration is on its way. */
const nameInPage = (): string =>
  document.querySelector<HTMLMetaElement>('[property="og:title"]')?.content ?? ''

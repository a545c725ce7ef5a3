import { platformNameParts } from '@pennant/contract/platform-name'
import { useClientConfig } from '../api/queries/client-config.ts'

export type Platform = { name: string; stem: string; suffix: string; logoUrl: string | null }

export const usePlatform = (): Platform => {
  const config = useClientConfig()
  const parts = platformNameParts(config ?? { title: nameInPage(), titleSuffix: '' })
  return { ...parts, name: parts.stem + parts.suffix, logoUrl: config?.logoUrl ?? null }
}

// The server writes the name into the page, so it is known before the configuration.
const nameInPage = (): string =>
  document.querySelector<HTMLMetaElement>('[property="og:title"]')?.content ?? ''

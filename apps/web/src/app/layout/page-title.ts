import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'

const keys = ['home.screen', 'setup.title', 'account.logIn', 'notFound.title'] as const
/** What names a screen in the title of the page. */
export type TitleKey = (typeof keys)[number]

const titleIn = (handle: unknown): TitleKey | null => {
  if (typeof handle !== 'object' || handle === null || !('title' in handle)) return null
  return keys.find((key) => key === handle.title) ?? null
}

/** Keeps the title of the page at `screen - platform`. */
export const usePageTitle = (platform: string): void => {
  const { t } = useTranslation()
  const key = useMatches().reduce<TitleKey | null>((found, { handle }) => titleIn(handle) ?? found, null)
  const title = key === null ? platform : `${t(key)} - ${platform}`
  useEffect(() => {
    document.title = title
  }, [title])
}

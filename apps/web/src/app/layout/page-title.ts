import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'
import type { FrameText } from '../../i18n/text.ts'
import { useNameOfPage } from '../../ui/page-name.tsx'

const titleIn = (handle: unknown): FrameText | null =>
  typeof handle === 'object' && handle !== null && 'title' in handle && typeof handle.title === 'string'
    ? // Only our own routes have handles.
      (handle.title as FrameText)
    : null

/** Keeps the title of the page at `screen - platform`. */
export const usePageTitle = (platform: string): void => {
  const { t } = useTranslation()
  const own = useNameOfPage()
  const key = useMatches().reduce<FrameText | null>((found, { handle }) => titleIn(handle) ?? found, null)
  const name = own ?? (key === null ? null : t(key))
  const title = name === null ? platform : `${name} - ${platform}`
  useEffect(() => {
    document.title = title
  }, [title])
}

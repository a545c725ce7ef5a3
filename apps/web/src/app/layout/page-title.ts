import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'
import type { FrameText } from '../../i18n/area.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useNameOfPage } from '../../ui/page-name.tsx'
import { isPageHandle } from '../page-list.ts'

const titleIn = (handle: unknown): FrameText | null => (isPageHandle(handle) ? handle.title : null)

export const usePageTitle = (platform: string): void => {
  const { t } = useTranslation()
  const own = useNameOfPage()
  const key = useMatches().reduce<FrameText | null>((found, { handle }) => titleIn(handle) ?? found, null)
  const name = own === null ? key && t(key) : isolated(own)
  const title = name === null ? platform : `${name} - ${platform}`
  useEffect(() => {
    document.title = title
  }, [title])
}

import { lazy } from 'react'
import { withTexts } from '../../../i18n/start.ts'
import { fetchAhead } from '../../../kit/fetch-ahead.ts'

export const toBloods = () => import('./bloods.tsx')
const toText = () => import('../../../ui/markdown/rendered.tsx')

/** What nearly every open challenge needs, and the list doesn't. */
export const comeNear = (): void => {
  for (const load of [toText, toBloods]) fetchAhead(load)
}

const toLabels = () => withTexts('label', import('./labels.tsx'))

// Most games have none of them.
export const LabelFilters = lazy(async () => ({ default: (await toLabels()).LabelFilters }))
export const CardLevel = lazy(async () => ({ default: (await toLabels()).CardLevel }))
export const Labels = lazy(async () => ({ default: (await toLabels()).Labels }))

import { lazy } from 'react'
import { withTexts } from '../../../i18n/start.ts'

const load = () => withTexts('label', import('./labels.tsx'))

// Most games have none of them.
export const LabelFilters = lazy(async () => ({ default: (await load()).LabelFilters }))
export const CardLevel = lazy(async () => ({ default: (await load()).CardLevel }))
export const Labels = lazy(async () => ({ default: (await load()).Labels }))

import { fetchAhead } from '../../../kit/fetch-ahead.ts'

export const toBloods = () => import('./bloods.tsx')
const toText = () => import('../../../ui/markdown/rendered.tsx')

/** What nearly every open challenge needs, and the list doesn't. */
export const comeNear = (): void => {
  for (const load of [toText, toBloods]) fetchAhead(load)
}

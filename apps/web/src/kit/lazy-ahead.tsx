import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import { fetchAhead } from './fetch-ahead.ts'

/**
 * A part that is drawn at once when its code was fetched ahead. React shows every lazy part's fallback first, and keeps that
 * for 300 ms.
 */
export const lazyAhead = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  let loaded: ComponentType<Props> | null = null
  const keep = async (): Promise<{ default: ComponentType<Props> }> => {
    loaded = await load()
    return { default: loaded }
  }
  const Late: ComponentType<Props> = lazy(keep)
  const Part = (props: Props): ReactNode => {
    const [Chosen] = useState(() => loaded ?? Late)
    return <Chosen {...props} />
  }
  return [Part, () => fetchAhead(keep)] as const
}

import { useMemo } from 'react'
import { useLanguage } from './start.ts'

/** Writes figures as the reader's language does: 30,004. */
export const useNumber = (): ((value: number) => string) => {
  const language = useLanguage()
  return useMemo(() => {
    const { format } = new Intl.NumberFormat(language)
    return (value) => format(value)
  }, [language])
}

import { useMemo } from 'react'
import { useLanguage } from './start.ts'

export const useNumber = (): ((value: number) => string) => {
  const language = useLanguage()
  return useMemo(() => {
    const { format } = new Intl.NumberFormat(language)
    return (value) => format(value)
  }, [language])
}

import type { Language } from '@pennant/contract/enums'
import { useMemo } from 'react'
import { useLanguage } from './start.ts'

export const useNumber = (): ((value: number) => string) => {
  const language = useLanguage()
  return useMemo(() => {
    const { format } = new Intl.NumberFormat(language)
    return (value) => format(value)
  }, [language])
}

/** With a plus: for what is added. */
export const useSignedNumber = (): ((value: number) => string) => {
  const language = useLanguage()
  return useMemo(() => {
    const { format } = new Intl.NumberFormat(language, { signDisplay: 'exceptZero' })
    return (value) => format(value)
  }, [language])
}

export const formatPercent = (language: Language, share: number): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share)

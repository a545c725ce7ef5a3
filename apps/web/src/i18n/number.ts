import type { Language } from '@pennant/contract/enums'
import { useMemo } from 'react'
import { useLanguage } from './start.ts'

type Format = (value: number) => string

const useFormat = (signDisplay?: 'exceptZero'): Format => {
  const language = useLanguage()
  return useMemo(() => {
    const { format } = new Intl.NumberFormat(language, { signDisplay })
    return (value) => format(value)
  }, [language, signDisplay])
}

export const useNumber = (): Format => useFormat()

/** With a plus: for what is added. */
export const useSignedNumber = (): Format => useFormat('exceptZero')

export const formatPercent = (language: Language, share: number): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share)

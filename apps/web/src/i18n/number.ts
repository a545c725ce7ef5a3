import type { Language } from '@pennant/contract/enums'
import { useMemo } from 'react'
import { numberFormat } from './formats.ts'
import { useLanguage } from './start.ts'

type Format = (value: number) => string

const useFormat = (signDisplay?: 'exceptZero'): Format => {
  const language = useLanguage()
  return useMemo(() => {
    const format = numberFormat(language, { signDisplay })
    return (value) => format.format(value)
  }, [language, signDisplay])
}

export const useNumber = (): Format => useFormat()

/** With a plus: for what is added. */
export const useSignedNumber = (): Format => useFormat('exceptZero')

export const formatPercent = (language: Language, share: number): string =>
  numberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share)

import { useTranslation } from 'react-i18next'

export type Lengths<Draft> = Partial<Record<keyof Draft, number>>

/** Nothing is cut: the visitor decides what to shorten. Counted as the server counts. */
export const useTooLong = () => {
  const { t } = useTranslation()
  return <Draft extends Record<string, unknown>>(
    draft: Draft,
    most: Lengths<Draft>,
  ): Partial<Record<keyof Draft, string>> => {
    const faults: Partial<Record<keyof Draft, string>> = {}
    for (const member in most) {
      const [value, count] = [draft[member], most[member]]
      if (typeof value === 'string' && count !== undefined && value.length > count)
        faults[member] = t('form.tooLong', { length: value.length, count })
    }
    return faults
  }
}

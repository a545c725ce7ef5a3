import { useTranslation } from 'react-i18next'

/** How long each text may be at most. */
export type Lengths<Draft> = Partial<Record<keyof Draft, number>>

/**
 * What is said at the fields whose text is too long, as it is typed: nothing is cut, so that whoever pastes a name
 * sees all of it and decides what to leave out. Counted as the server does.
 */
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

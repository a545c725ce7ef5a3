import type { LoggedAction } from '@pennant/contract/acts'
import { useTranslation } from 'react-i18next'

/** The compiler asks for a text of every action. A newer server may have others. */
export const useActionText = (): ((action: string) => string) => {
  const { t, i18n } = useTranslation('change')
  return (action) => {
    const key = `action.${action}`
    return i18n.exists(key, { ns: 'change' }) ? t(key as `action.${LoggedAction}`) : action
  }
}

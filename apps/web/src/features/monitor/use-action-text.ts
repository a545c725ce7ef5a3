import { isLoggedAction } from '@pennant/contract/acts'
import { useTranslation } from 'react-i18next'

/** The compiler asks for a text of every action. A newer server may have others. */
export const useActionText = (): ((action: string) => string) => {
  const { t } = useTranslation('change')
  return (action) => (isLoggedAction(action) ? t(`action.${action}`) : action)
}

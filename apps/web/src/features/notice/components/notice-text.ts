import type { GameNotice } from '@pennant/contract/hub'
import { useTranslation } from 'react-i18next'

/** Of those that are no bloods. */
export const useNoticeText = (): ((notice: GameNotice) => string) => {
  const { t } = useTranslation('play')
  return ({ type, values: [first = ''] }) => {
    switch (type) {
      case 'NewChallenge':
        return t('notice.newChallenge', { challenge: first })
      case 'NewHint':
        return t('notice.newHint', { challenge: first })
      default:
        return first
    }
  }
}

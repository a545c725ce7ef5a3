import type { GameNotice } from '@pennant/contract/hub'
import { useTranslation } from 'react-i18next'

export const useNoticeText = (): ((notice: GameNotice) => string) => {
  const { t } = useTranslation('play')
  return ({ type, values }) => {
    const [first = '', second = ''] = values
    switch (type) {
      case 'Normal':
        return first
      case 'NewChallenge':
        return t('notice.newChallenge', { challenge: first })
      case 'NewHint':
        return t('notice.newHint', { challenge: first })
      case 'FirstBlood':
      case 'SecondBlood':
      case 'ThirdBlood':
        return t(`notice.${type}`, { team: first, challenge: second })
    }
  }
}

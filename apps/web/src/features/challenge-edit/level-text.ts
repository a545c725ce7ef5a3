import { challengeLevels, type ChallengeLevel } from '@pennant/contract/enums'
import { useTranslation } from 'react-i18next'

// The object has no other keys.
export const levels = Object.keys(challengeLevels) as ChallengeLevel[]

export const useLevelText = (): ((level: ChallengeLevel) => string) => {
  const { t } = useTranslation('organise')
  const { t: label } = useTranslation('label')
  return (level) => (level === 'None' ? t('challenge.noLevel') : label(`level.${level}`))
}

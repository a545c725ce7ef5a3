import { useTranslation } from 'react-i18next'
import { schemeChoices, useScheme, useSchemeChoice } from '../../theme/scheme.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picker } from '../../ui/picker.tsx'

export const SchemeSwitch = () => {
  const { t } = useTranslation()
  const scheme = useScheme()
  const [choice, choose] = useSchemeChoice()
  return (
    <Picker
      label={t('scheme.choose')}
      value={choice}
      choices={schemeChoices.map((value) => ({ value, label: t(`scheme.${value}`) }))}
      icon={<Icon name={scheme === 'dark' ? 'moon' : 'sun'} />}
      onChoose={choose}
    />
  )
}

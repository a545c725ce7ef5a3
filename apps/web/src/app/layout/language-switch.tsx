import { type Language, languages } from '@pennant/contract/enums'
import { useTranslation } from 'react-i18next'
import { languageNames } from '../../i18n/language.ts'
import { useLanguage } from '../../i18n/start.ts'
import { Icon } from '../../ui/icon.tsx'
import { Picker } from '../../ui/picker.tsx'
import { useChooseLanguage } from './use-choose-language.ts'

const choices = languages.map((value) => ({ value, label: languageNames[value], lang: value }))

const marks: Partial<Record<Language, string>> = { 'zh-CN': '简', 'zh-TW': '繁' }

type Props = { onChosen: () => void; onFailed: () => void }

export const LanguageSwitch = ({ onChosen, onFailed }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const choose = useChooseLanguage()
  return (
    <Picker
      label={t('language.choose')}
      value={language}
      choices={choices}
      short={marks[language] ?? language.slice(0, 2)}
      icon={<Icon name="globe" />}
      onChoose={(wanted) => void choose(wanted).then(onChosen, onFailed)}
    />
  )
}

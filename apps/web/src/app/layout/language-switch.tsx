import { type Language, languages } from '@pennant/contract/enums'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fallbackLanguage, languageNames, machineTranslated } from '../../i18n/language.ts'
import { switchLanguage } from '../../i18n/start.ts'
import { useLanguage } from '../../i18n/use-language.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picker } from '../../ui/picker.tsx'

const choices = languages.map((value) => ({ value, label: languageNames[value], lang: value }))

type Props = { onChosen: () => void; onFailed: () => void }

export const LanguageSwitch = ({ onChosen, onFailed }: Props) => {
  const { t, i18n } = useTranslation()
  const language = useLanguage()
  /** A choice to be confirmed, since nobody has read that translation yet. */
  const [doubtful, setDoubtful] = useState<Language | null>(null)

  const choose = (wanted: Language): void => {
    setDoubtful(null)
    // In the reader's language: the dialog asks when its words are there.
    switchLanguage(i18n, wanted).then(() => {
      setDoubtful(machineTranslated.has(wanted) ? wanted : null)
      onChosen()
    }, onFailed)
  }

  return (
    <>
      <Picker
        label={t('language.choose')}
        value={language}
        choices={choices}
        short={language.slice(0, 2)}
        icon={<Icon name="globe" />}
        onChoose={choose}
      />
      {doubtful !== null && (
        <ConfirmDialog
          title={t('language.machine.title', { language: languageNames[doubtful] })}
          confirm={t('language.machine.keep')}
          decline={t('language.machine.english')}
          onConfirm={() => setDoubtful(null)}
          onDecline={() => choose(fallbackLanguage)}
        >
          <p>{t('language.machine.text')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { visible } from '../answer.ts'
import classes from './answer-text.module.css'

type Props = {
  text: string
  whole?: boolean
  contained?: boolean
}

export const AnswerText = ({ text, whole = false, contained = false }: Props) => {
  const { t } = useTranslation('monitor')
  return (
    <span className={classes.answer} data-contained={contained || undefined}>
      <bdi className={classes.text} data-whole={whole || undefined} dir="ltr">
        {visible(text)}
      </bdi>
      <CopyButton
        text={text}
        labels={{
          copy: t('watch.answer.copy'),
          copied: t('watch.answer.copied'),
          failed: t('watch.answer.failed'),
        }}
      />
    </span>
  )
}

import { useTranslation } from 'react-i18next'
import { PennantMark } from '../../../ui/icon.tsx'
import { Panel } from '../../../ui/panel.tsx'
import classes from './setup-needed.module.css'

export const SetupNeeded = () => {
  const { t } = useTranslation()
  return (
    <Panel labelledBy="setup-needed">
      <div className={classes.card}>
        <span className={classes.mark}>
          <PennantMark size={32} />
        </span>
        <div className={classes.text}>
          <h2 id="setup-needed" className={classes.title}>
            {t('setup.needed.title')}
          </h2>
          <p>{t('setup.needed.text')}</p>
          <p className={classes.example}>{`${window.location.origin}/setup?token=…`}</p>
          <p className={classes.hint}>{t('setup.needed.hint')}</p>
        </div>
      </div>
    </Panel>
  )
}

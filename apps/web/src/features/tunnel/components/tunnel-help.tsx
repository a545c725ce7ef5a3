import { downloadTunnel, tunnelFile } from '@pennant/contract/tunnel-program'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import classes from './tunnel-dialog.module.css'

const command = `node ${tunnelFile} serve`

export const TunnelHelp = () => {
  const { t } = useTranslation('instance')
  return (
    <section className={classes.part} aria-labelledby="tunnel-help">
      <h3 id="tunnel-help" className={classes.heading}>
        {t('tunnel.help.title')}
      </h3>
      <ol className={classes.steps}>
        <li>
          {t('tunnel.help.get')}
          <ProgramLink />
        </li>
        <li>
          {t('tunnel.help.start')}
          <div className={classes.command}>
            <code>{command}</code>
            <CopyButton
              text={command}
              labels={{
                copy: t('tunnel.help.copy'),
                copied: t('common.copied'),
                failed: t('common.copyFailed'),
              }}
            />
          </div>
        </li>
        <li>{t('tunnel.help.browser')}</li>
        <li>{t('tunnel.help.consent')}</li>
      </ol>
    </section>
  )
}

export const ProgramLink = () => (
  <a className={classes.program} href={downloadTunnel.path} download={tunnelFile}>
    <Icon name="download" />
    {tunnelFile}
  </a>
)

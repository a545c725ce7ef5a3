import { useTranslation } from 'react-i18next'
import { usePlatform } from '../../../../kit/platform.ts'
import { saveFile } from '../../../../ui/save-file.ts'
import { Button } from '../../../../ui/button.tsx'
import { Callout } from '../../../../ui/callout.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Row } from '../../../../ui/row.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import classes from './second-factor.module.css'

type Props = { codes: readonly string[]; userName: string; onSaved: () => void }

export const RecoveryCodes = ({ codes, userName, onSaved }: Props) => {
  const { t } = useTranslation('account')
  const { name: platform } = usePlatform()
  const text = codes.join('\n')
  const labels = {
    copy: t('factor.copyCodes'),
    copied: t('factor.copied'),
    failed: t('factor.copyFailed'),
  }
  const head = t('factor.fileHead', { name: userName, platform })
  const download = (): void => {
    saveFile(new Blob([`${head}\n\n${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')
  }
  return (
    <Stack gap="m">
      <h3>{t('factor.recoveryTitle')}</h3>
      <Callout tone="caution" title={t('factor.recoveryText')} alert />
      <div className={classes.sheet}>
        <p className={classes.head}>{head}</p>
        <ul className={classes.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <Row gap="s">
        <CopyButton text={text} labels={labels} />
        <Button onClick={download}>{t('factor.download')}</Button>
        <Button onClick={() => window.print()}>{t('factor.print')}</Button>
        <Button kind="primary" onClick={onSaved}>
          {t('factor.saved')}
        </Button>
      </Row>
    </Stack>
  )
}

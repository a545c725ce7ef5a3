import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { CopyText } from '../../../kit/copy-text.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { instanceLogQuery } from '../queries.ts'
import classes from './instances.module.css'

type Props = { id: string; name: string; onClose: () => void }

export const LogDialog = ({ id, name, onClose }: Props) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const log = useQuery(instanceLogQuery(useApi(), id))
  return (
    <Dialog
      size="wide"
      title={t('instances.logOf', { name })}
      close={staff('close')}
      onClose={onClose}
      lead={log.data !== undefined && <CopyText text={log.data.text} label={t('instances.copyLog')} />}
      actions={
        <Button icon={<Icon name="refresh" />} pending={log.isFetching} onClick={() => void log.refetch()}>
          {t('refresh')}
        </Button>
      }
    >
      <Loaded query={log} failed={t('instances.logFailed')}>
        {({ text }) =>
          text.trim() === '' ? (
            <p>{t('instances.noLog')}</p>
          ) : (
            <pre
              className={classes.log}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys, too
              tabIndex={0}
              role="region"
              aria-label={t('instances.logOf', { name })}
            >
              {text}
            </pre>
          )
        }
      </Loaded>
    </Dialog>
  )
}

import { backUpNow, backupSteps, type BackupStep } from '@pennant/contract/status'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { statusQuery } from '../../../api/queries/status.ts'
import { useAct } from '../../../kit/use-act.ts'
import { Button } from '../../../ui/button.tsx'
import classes from './platform.module.css'

const count = Object.keys(backupSteps).length
const numberOf = (step: BackupStep): number => backupSteps[step] + 1

export const BackUpNow = () => {
  const { t } = useTranslation('admin')
  const api = useApi()
  const queries = useQueryClient()
  const { act, isPending } = useAct()
  const underWay = useQuery(statusQuery(api)).data?.backup
  const start = async (): Promise<void> => {
    await act('start', () => api.call(backUpNow, {}), t('status.backupStarted'))
    await queries.invalidateQueries({ queryKey: statusQuery(api).queryKey })
  }
  // Servers of earlier versions make none.
  if (underWay === undefined) return null
  return (
    <>
      {underWay !== null && (
        <p className={classes.dim}>
          {t('status.backupStep', {
            number: String(numberOf(underWay.step)),
            count: String(count),
            step: t(`status.backupStep.${underWay.step}`),
          })}
        </p>
      )}
      <div>
        <Button
          size="small"
          pending={isPending('start')}
          disabled={underWay !== null}
          onClick={() => void start()}
        >
          {t('status.backUpNow')}
        </Button>
      </div>
    </>
  )
}

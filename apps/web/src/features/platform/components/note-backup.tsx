import { noteBackup } from '@pennant/contract/status'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { statusQuery } from '../../../api/queries/status.ts'
import { useAct } from '../../../kit/use-act.ts'
import { Button } from '../../../ui/button.tsx'

// The log is in English.
const byHand = 'by hand'

export const NoteBackup = () => {
  const { t } = useTranslation('admin')
  const api = useApi()
  const queries = useQueryClient()
  const { act, isPending } = useAct()
  const note = async (): Promise<void> => {
    await act('note', () => api.call(noteBackup, { body: { name: byHand } }), t('status.noted'))
    await queries.invalidateQueries({ queryKey: statusQuery(api).queryKey })
  }
  return (
    <div>
      <Button size="small" pending={isPending('note')} onClick={() => void note()}>
        {t('status.note')}
      </Button>
    </div>
  )
}

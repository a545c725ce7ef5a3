import type { ContainerInstance } from '@pennant/contract/instance'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { RunState } from '../../../kit/run-state.tsx'
import { useRunAll } from '../../../kit/use-run-all.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useInstanceActions } from '../queries.ts'

type Props = {
  instances: readonly ContainerInstance[]
  nameOf: (instance: ContainerInstance) => string
  onClear: () => void
}

export const InstanceBulk = ({ instances, nameOf, onClear }: Props) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const { supported } = useApi().extensions
  const actions = useInstanceActions()
  const toasts = useToasts()
  const all = useRunAll<ContainerInstance>()
  const [asks, setAsks] = useState(false)
  const isRunning = all.run?.running === true

  const run = async (
    act: (id: string) => Promise<unknown>,
    said: 'instances.destroyed' | 'instances.extendedMany',
  ): Promise<void> => {
    setAsks(false)
    const failures = await all.start(instances, ({ containerGuid }) => act(containerGuid))
    await actions.refresh()
    const done = instances.length - failures.length
    if (done > 0) toasts.show({ tone: 'good', title: t(said, { count: done }) })
    if (failures.length === 0) onClear()
  }
  return (
    <>
      <RunState run={all.run} nameOf={nameOf} onStop={all.stop} onForget={all.forget} />
      {instances.length > 0 && (
        <BulkBar
          text={staff('chosen', { count: instances.length })}
          clear={staff('chooseNone')}
          onClear={onClear}
        >
          {supported && (
            <Button
              size="small"
              disabled={isRunning}
              onClick={() => void run(actions.extend, 'instances.extendedMany')}
            >
              {t('instances.extend')}
            </Button>
          )}
          <Button size="small" kind="danger" disabled={isRunning} onClick={() => setAsks(true)}>
            {t('instances.destroy')}
          </Button>
        </BulkBar>
      )}
      {asks && (
        <ConfirmDialog
          danger
          title={t('instances.destroyMany', { count: instances.length })}
          confirm={t('instances.destroy')}
          decline={staff('cancel')}
          onConfirm={() => void run(actions.destroy, 'instances.destroyed')}
          onDecline={() => setAsks(false)}
        >
          <p>{t('instances.destroyText')}</p>
          <ul>
            {instances.map((instance) => (
              <li key={instance.containerGuid}>{nameOf(instance)}</li>
            ))}
          </ul>
        </ConfirmDialog>
      )}
    </>
  )
}

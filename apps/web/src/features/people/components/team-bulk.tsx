import type { TeamInfo } from '@pennant/contract/team'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RunState } from '../../../kit/run-state.tsx'
import { useRunAll } from '../../../kit/use-run-all.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button } from '../../../ui/button.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { TypedConfirm } from '../../../ui/typed-confirm.tsx'
import { useTeamAdministration } from '../team-queries.ts'
import { DeletionPreview } from './deletion-preview.tsx'

const deeds = ['lock', 'unlock', 'delete'] as const
type Deed = (typeof deeds)[number]

type Props = { teams: readonly TeamInfo[]; onClear: () => void }

export const TeamBulk = ({ teams, onClear }: Props) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const actions = useTeamAdministration()
  const toasts = useToasts()
  const all = useRunAll<TeamInfo>()
  const [asks, setAsks] = useState(false)
  const word = String(teams.length)

  const concerned = (deed: Deed): readonly TeamInfo[] =>
    deed === 'delete' ? teams : teams.filter(({ locked }) => locked === (deed === 'unlock'))
  const run = async (deed: Deed): Promise<void> => {
    const targets = concerned(deed)
    setAsks(false)
    const failures = await all.start(targets, ({ id }) =>
      deed === 'delete' ? actions.remove(id) : actions.change(id, { locked: deed === 'lock' }),
    )
    await actions.refresh()
    const done = targets.length - failures.length
    if (done > 0) toasts.show({ tone: 'good', title: t(`teams.done.${deed}`, { count: done }) })
    if (failures.length === 0) onClear()
  }
  return (
    <>
      <RunState
        run={all.run}
        nameOf={({ name, id }) => `${name} (${id})`}
        onStop={all.stop}
        onForget={all.forget}
      />
      {teams.length > 0 && (
        <BulkBar
          text={staff('chosen', { count: teams.length })}
          clear={staff('chooseNone')}
          onClear={onClear}
        >
          {deeds.map((deed) => (
            <Button
              key={deed}
              size="small"
              kind={deed === 'delete' ? 'danger' : 'quiet'}
              disabled={concerned(deed).length === 0 || all.run?.running === true}
              onClick={() => (deed === 'delete' ? setAsks(true) : void run(deed))}
            >
              {t(`teams.${deed}`)}
            </Button>
          ))}
        </BulkBar>
      )}
      {asks && (
        <TypedConfirm
          title={t('teams.deleteMany', { count: teams.length })}
          confirm={t('teams.delete')}
          decline={staff('cancel')}
          word={word}
          label={staff('confirm.type', { word })}
          onConfirm={() => void run('delete')}
          onDecline={() => setAsks(false)}
        >
          <p>{t('teams.deleteText')}</p>
          <DeletionPreview teams={teams} />
          <p>{teams.map(({ name }) => name).join(', ')}</p>
        </TypedConfirm>
      )}
    </>
  )
}

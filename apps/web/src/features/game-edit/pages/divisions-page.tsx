import type { ChallengeSummary } from '@pennant/contract/challenge'
import type { Division } from '@pennant/contract/division'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useProblemText } from '../../../kit/problem-text.ts'
import { useGameToEdit } from '../../../kit/use-layout-game.ts'
import { WhatIfSection } from '../../../kit/what-if/preview.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { DivisionDialog } from '../components/division-dialog.tsx'
import { DivisionMatrix } from '../components/division-matrix.tsx'
import { type Entry, OpenDivisions } from '../components/open-divisions.tsx'
import { namedPermissions } from '../permission-mask.ts'
import { challengesToEditQuery, divisionsToEditQuery } from '../queries.ts'
import { useDivisionEditing } from '../use-division-editing.ts'
import classes from './divisions-page.module.css'

type Open = { act: 'create' } | { act: 'edit' | 'delete'; division: Division }

export const DivisionsPage = () => {
  const { data: entry } = useGameToEdit()
  const game = entry.id
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const id = useId()
  const api = useApi()
  const divisions = useQuery(divisionsToEditQuery(api, game))
  const challenges = useQuery(challengesToEditQuery(api, game))
  const [open, setOpen] = useState<Open | null>(null)
  const start = (
    <Button kind="primary" icon={<Icon name="plus" />} onClick={() => setOpen({ act: 'create' })}>
      {t('divisions.new')}
    </Button>
  )
  const known = challenges.data ?? []
  return (
    <section aria-labelledby={id} className={classes.page}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {staff('work.divisions')}
        </h2>
        {start}
      </div>
      <Loaded query={divisions} failed={t('divisions.failed')}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon="users" title={t('divisions.none')} text={t('divisions.noneHint')}>
              {start}
            </EmptyState>
          ) : (
            <>
              <OpenDivisions entry={entry} divisions={list} />
              <DivisionMatrix
                divisions={list}
                challenges={known}
                onEdit={(division) => setOpen({ act: 'edit', division })}
                onDelete={(division) => setOpen({ act: 'delete', division })}
              />
              <Legend />
            </>
          )
        }
      </Loaded>
      {open !== null && (
        <Opened
          game={game}
          entry={entry}
          open={open}
          divisions={divisions.data ?? []}
          challenges={known}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

const Legend = () => {
  const { t } = useTranslation('organise')
  return (
    <details className={classes.legend}>
      <summary>{t('divisions.meaning')}</summary>
      <dl>
        {namedPermissions.map((name) => (
          <div key={name}>
            <dt>{t(`divisions.permission.${name}`)}</dt>
            <dd>{t(`divisions.about.${name}`)}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

type OpenedProps = {
  game: number
  entry: Entry
  open: Open
  divisions: readonly Division[]
  challenges: readonly ChallengeSummary[]
  onClose: () => void
}

const Opened = ({ game, entry, open, divisions, challenges, onClose }: OpenedProps) =>
  open.act === 'delete' ? (
    <DeleteDivision game={game} division={open.division} onClose={onClose} />
  ) : (
    <DivisionDialog
      game={game}
      entry={entry}
      division={open.act === 'edit' ? open.division : null}
      current={divisions.find(({ id }) => open.act === 'edit' && id === open.division.id) ?? null}
      challenges={challenges}
      onClose={onClose}
    />
  )

const DeleteDivision = ({
  game,
  division,
  onClose,
}: {
  game: number
  division: Division
  onClose: () => void
}) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const toasts = useToasts()
  const problemText = useProblemText()
  const { remove } = useDivisionEditing(game)
  return (
    <ConfirmDialog
      title={t('divisions.deleteTitle', { name: division.name })}
      confirm={staff('delete')}
      decline={staff('cancel')}
      danger
      pending={remove.isPending}
      onDecline={onClose}
      onConfirm={() =>
        remove.mutate(division, {
          onSuccess() {
            toasts.show({ tone: 'good', title: t('divisions.deleted'), text: division.name })
            onClose()
          },
        })
      }
    >
      <p>
        {t('divisions.deleteText')} {staff('cannotUndo')}
      </p>
      <WhatIfSection game={game} change={{ kind: 'deleteDivision', divisionId: division.id }} />
      {remove.error !== null && <Callout tone="danger" title={problemText(remove.error)} alert />}
    </ConfirmDialog>
  )
}

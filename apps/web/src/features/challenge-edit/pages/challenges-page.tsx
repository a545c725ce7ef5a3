import type { ChallengeSummary, ChallengeUpdate } from '@pennant/contract/challenge'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { RunState } from '../../../kit/run-state.tsx'
import { useAct } from '../../../kit/use-act.ts'
import { useGameToEdit } from '../../../kit/use-layout-game.ts'
import { useRunAll } from '../../../kit/use-run-all.ts'
import { useUndo } from '../../../kit/use-undo.tsx'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { announce } from '../../../ui/announce.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { RowKey } from '../../../ui/table/column.ts'
import { useToasts } from '../../../ui/toast-store.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { type BulkAction, type BulkKind, oppositeOf } from '../bulk-action.ts'
import { BulkDialog } from '../components/bulk-dialog.tsx'
import { ChallengeCards } from '../components/challenge-cards.tsx'
import { ChallengeTable } from '../components/challenge-table.tsx'
import type { ListProps } from '../components/list-props.ts'
import { ListToolbar } from '../components/list-toolbar.tsx'
import { NewChallengeDialog } from '../components/new-challenge-dialog.tsx'
import { shownOf } from '../challenge-list.ts'
import { challengesToEditQuery } from '../queries.ts'
import { useBulkAction } from '../use-bulk-action.ts'
import { useChallengeEditing } from '../use-challenge-editing.ts'
import { useDrag } from '../use-drag.ts'
import { useListAddress } from '../use-list-address.ts'
import { useOrder } from '../use-order.ts'
import classes from './challenges-page.module.css'

type BodyOf = (challenge: ChallengeSummary) => ChallengeUpdate

const bulkKinds: readonly BulkKind[] = ['enable', 'disable', 'category', 'labels', 'points', 'delete']

export const ChallengesPage = () => {
  const game = useGameToEdit().data.id
  const { t } = useTranslation('play')
  const query = useQuery(challengesToEditQuery(useApi(), game))
  return (
    <Loaded query={query} failed={t('challenges.failed')}>
      {(challenges) => <Challenges game={game} saved={challenges} />}
    </Loaded>
  )
}

const Challenges = ({ game, saved }: { game: number; saved: readonly ChallengeSummary[] }) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const navigate = useNavigate()
  const toasts = useToasts()
  const offerUndo = useUndo()
  const bulk = useBulkAction(game)
  const editing = useChallengeEditing(game)
  const address = useListAddress()
  const { challenges, move } = useOrder(saved, editing)
  const { run, start, stop, forget } = useRunAll<ChallengeSummary>()
  const { act, isPending } = useAct()
  const [chosen, setChosen] = useState<ReadonlySet<RowKey>>(new Set())
  const [creating, setCreating] = useState(false)
  const holder = useRef<HTMLDivElement>(null)

  const { filter, order, cards, isFiltered } = address
  const shown = shownOf(challenges, filter, order)
  const { supported } = useApi().extensions
  const movable = supported && order === null && !isFiltered
  const picked = challenges.filter(({ id }) => chosen.has(id))

  const moveTo = (id: number, to: number): void => {
    const challenge = challenges.find((one) => one.id === id)
    if (challenge === undefined || to < 0 || to >= challenges.length) return
    move(id, to)
    announce(t('challenges.movedTo', { title: challenge.title, place: to + 1, total: challenges.length }))
  }
  const { onGrip, dragging } = useDrag({
    holder,
    onDrop(from, to) {
      const challenge = shown[from]
      if (challenge !== undefined) moveTo(challenge.id, to)
    },
  })

  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!movable || !event.altKey || by === undefined || !(event.target instanceof HTMLElement)) return
    const row = event.target.closest<HTMLElement>('[data-row]')
    const challenge = row === null ? undefined : shown[Number(row.dataset['row'])]
    if (challenge === undefined) return
    event.preventDefault()
    const to = shown.indexOf(challenge) + by
    if (to < 0 || to >= shown.length) return
    const onRow = event.target === row
    moveTo(challenge.id, to)
    // Browsers drop the focus of a row that moves.
    if (onRow)
      requestAnimationFrame(() => holder.current?.querySelector<HTMLElement>(`[data-row="${to}"]`)?.focus())
  }

  const all = async (
    some: readonly ChallengeSummary[],
    change: (challenge: ChallengeSummary) => Promise<void>,
    done: (count: number) => void,
  ): Promise<void> => {
    bulk.close()
    const failures = await start(some, change)
    await editing.refreshList()
    const count = some.length - failures.length
    // Refused challenges stay selected for another try.
    setChosen(new Set(failures.map(({ item }) => item.id)))
    if (count > 0) done(count)
  }
  const change = (some: readonly ChallengeSummary[], bodyOf: BodyOf): void => {
    const [single] = some
    if (some.length === 1 && single !== undefined && !chosen.has(single.id)) {
      bulk.close()
      void act(String(single.id), async () => {
        const body = bodyOf(single)
        const { version } = await editing.change(single.id, body)
        await editing.refreshList()
        offerUndo({
          done: t('challenges.changed', { count: 1 }),
          text: single.title,
          async undo() {
            await editing.change(single.id, oppositeOf(single, body), version)
            await editing.refreshList()
          },
        })
      })
    } else void changeAll(some, bodyOf)
  }
  const changeAll = async (some: readonly ChallengeSummary[], bodyOf: BodyOf): Promise<void> => {
    const versions = new Map<number, string | null>()
    await all(
      some,
      async (one) => void versions.set(one.id, (await editing.change(one.id, bodyOf(one))).version),
      (count) =>
        offerUndo({
          done: t('challenges.changed', { count }),
          async undo() {
            const failures = await start(
              some.filter(({ id }) => versions.has(id)),
              async (one) =>
                void (await editing.change(
                  one.id,
                  oppositeOf(one, bodyOf(one)),
                  versions.get(one.id) ?? null,
                )),
            )
            await editing.refreshList()
            return failures.length === 0
          },
        }),
    )
  }
  const begin = (action: BulkAction): void =>
    void bulk.begin(action, () => change(action.challenges, () => ({ isEnabled: action.kind === 'enable' })))

  const list: ListProps = {
    game,
    challenges: shown,
    movable,
    onMove: (id, by) => moveTo(id, challenges.findIndex((one) => one.id === id) + by),
    onGrip,
    chosen,
    onChoose: setChosen,
    isPending: (id) => bulk.isChecking(id) || isPending(String(id)),
    onEnable: (challenge, on) => begin({ kind: on ? 'enable' : 'disable', challenges: [challenge] }),
  }

  return (
    <section className={classes.page} aria-labelledby="challenges">
      <VisuallyHidden>
        <h2 id="challenges">{t('challenges.list')}</h2>
      </VisuallyHidden>
      <ListToolbar
        address={address}
        shown={shown.length}
        total={challenges.length}
        onCreate={() => setCreating(true)}
      />
      <RunState run={run} nameOf={({ title }) => title} onStop={stop} onForget={forget} />
      {challenges.length === 0 ? (
        <EmptyState title={t('challenges.none')} text={t('challenges.noneText')}>
          <Button kind="primary" onClick={() => setCreating(true)}>
            {t('challenges.new')}
          </Button>
        </EmptyState>
      ) : shown.length === 0 ? (
        <EmptyState icon="search" title={staff('noneFound')}>
          <Button onClick={address.clear}>{staff('clearFilters')}</Button>
        </EmptyState>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears the keys of the rows inside
        <div
          ref={holder}
          className={classes.holder}
          data-dragging={dragging || undefined}
          onKeyDown={onKeyDown}
        >
          {cards ? (
            <ChallengeCards {...list} />
          ) : (
            <ChallengeTable {...list} sort={order} onSort={address.sortBy} />
          )}
          {movable && shown.length > 1 && <p className={classes.hint}>{t('challenges.orderHint')}</p>}
        </div>
      )}
      {picked.length > 0 && (
        <BulkBar
          text={staff('chosen', { count: picked.length })}
          clear={staff('chooseNone')}
          onClear={() => setChosen(new Set())}
        >
          {bulkKinds
            .filter((kind) => supported || kind !== 'labels')
            .map((kind) => (
              <Button
                key={kind}
                size="small"
                kind={kind === 'delete' ? 'danger' : 'quiet'}
                disabled={run?.running === true}
                onClick={() => begin({ kind, challenges: picked })}
              >
                {t(`challenges.bulk.${kind}`)}
              </Button>
            ))}
        </BulkBar>
      )}
      {bulk.asked !== null && (
        <BulkDialog
          game={game}
          {...bulk.asked}
          onChange={change}
          onDelete={(some) =>
            void all(
              some,
              ({ id }) => editing.remove(id),
              (count) => void toasts.show({ tone: 'good', title: t('challenges.deleted', { count }) }),
            )
          }
          onClose={bulk.close}
        />
      )}
      {creating && (
        <NewChallengeDialog
          editing={editing}
          onClose={() => setCreating(false)}
          onDone={({ id }) => void navigate(`/admin/games/${game}/challenges/${id}`)}
        />
      )}
    </section>
  )
}

import type { ChallengeSummary } from '@pennant/contract/challenge'
import type { Division } from '@pennant/contract/division'
import { allows } from '@pennant/rules/permission/permission'
import { Fragment, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CategorySign } from '../../../theme/category.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import {
  challengePermissions,
  type NamedPermission,
  namedPermissions,
  wholePermissions,
} from '../permission-mask.ts'
import classes from './division-matrix.module.css'
import { Name } from '../../../ui/name.tsx'

type Challenge = Pick<ChallengeSummary, 'id' | 'title' | 'category'>

type Props = {
  divisions: readonly Division[]
  challenges: readonly Challenge[]
  onEdit: (division: Division) => void
  onDelete: (division: Division) => void
}

export const DivisionMatrix = ({ divisions, challenges, onEdit, onDelete }: Props) => {
  const { t } = useTranslation('organise')
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number): void =>
    setOpen((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys, too
    <section className={classes.scroller} aria-label={t('divisions.permissions')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className={classes.first}>
              {t('divisions.division')}
            </th>
            <th scope="colgroup" colSpan={wholePermissions.length}>
              {t('divisions.whole')}
            </th>
            <th scope="colgroup" colSpan={challengePermissions.length}>
              {t('divisions.perChallenge')}
            </th>
          </tr>
          <tr>
            {namedPermissions.map((name) => (
              <th key={name} scope="col" title={t(`divisions.about.${name}`)}>
                {t(`divisions.permission.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {divisions.map((division) => (
            <Fragment key={division.id}>
              <DivisionRow
                division={division}
                open={open.has(division.id)}
                onToggle={() => toggle(division.id)}
                onEdit={() => onEdit(division)}
                onDelete={() => onDelete(division)}
              />
              {open.has(division.id) &&
                challenges.map((challenge) => (
                  <ExceptionRow key={challenge.id} division={division} challenge={challenge} />
                ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type RowProps = {
  division: Division
  open: boolean
  onToggle: () => void
  onEdit: () => void
  onDelete: () => void
}

const DivisionRow = ({ division, open, onToggle, onEdit, onDelete }: RowProps) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { t: p } = useTranslation('play')
  const id = useId()
  const { name, inviteCode, defaultPermissions, challengeConfigs } = division
  return (
    <tr className={classes.division}>
      <th scope="row" className={classes.first}>
        <span className={classes.name}>
          <Name>{name}</Name>
        </span>
        {inviteCode !== null && (
          <span className={classes.code}>
            <code>{inviteCode}</code>
            <CopyButton
              text={inviteCode}
              labels={{
                copy: t('divisions.copyCode', { name }),
                copied: p('common.copied'),
                failed: p('common.copyFailed'),
              }}
            />
          </span>
        )}
        <span className={classes.acts}>
          <button
            type="button"
            className={classes.more}
            aria-expanded={open}
            aria-describedby={id}
            onClick={onToggle}
          >
            <Icon name={open ? 'down' : 'right'} size={14} />
            {t('divisions.exceptionCount', { count: challengeConfigs.length })}
          </button>
          <Button size="small" onClick={onEdit}>
            {staff('edit')}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
          <Button size="small" kind="danger" onClick={onDelete}>
            {staff('delete')}
            <VisuallyHidden> {name}</VisuallyHidden>
          </Button>
        </span>
        <VisuallyHidden>
          <span id={id}>{name}</span>
        </VisuallyHidden>
      </th>
      {namedPermissions.map((permission) => (
        <Mark key={permission} name={permission} on={allows(defaultPermissions, permission)} />
      ))}
    </tr>
  )
}

const ExceptionRow = ({ division, challenge }: { division: Division; challenge: Challenge }) => {
  const { t } = useTranslation('organise')
  const own = division.challengeConfigs.find(({ challengeId }) => challengeId === challenge.id)
  const mask = own?.permissions ?? division.defaultPermissions
  return (
    <tr className={classes.exception} data-inherited={own === undefined || undefined}>
      <th scope="row" className={classes.first}>
        <span className={classes.challenge}>
          <CategorySign category={challenge.category} size={14} />
          <Name>{challenge.title}</Name>
        </span>
        <span className={classes.origin}>
          {own === undefined ? t('divisions.inherited') : t('divisions.own')}
        </span>
      </th>
      <td colSpan={wholePermissions.length} className={classes.none}>
        –
      </td>
      {challengePermissions.map((permission) => (
        <Mark key={permission} name={permission} on={allows(mask, permission)} />
      ))}
    </tr>
  )
}

const Mark = ({ name, on }: { name: NamedPermission; on: boolean }) => {
  const { t } = useTranslation('organise')
  return (
    <td data-on={on}>
      <span className={classes.label}>{t(`divisions.permission.${name}`)}</span>
      <Icon name={on ? 'check' : 'dash'} />
      <VisuallyHidden>{on ? t('divisions.allowed') : t('divisions.denied')}</VisuallyHidden>
    </td>
  )
}

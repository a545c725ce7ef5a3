import type { ParticipationInfo } from '@pennant/contract/participation'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Field } from '../../../kit/use-form.ts'
import { CheckField, TextField } from '../../../ui/fields.tsx'
import classes from './adjust-dialog.module.css'

type Props = Field<readonly number[]> & { teams: readonly ParticipationInfo[] }

const mostShown = 50

/** Chosen ones stay in sight. */
export const TeamChoice = ({ teams, value: chosen, fault, onChange }: Props) => {
  const { t } = useTranslation('organise')
  const [typed, setTyped] = useState('')
  const wanted = typed.trim().toLocaleLowerCase()
  const accepted = teams.filter(({ status }) => status === 'Accepted')
  const isFound = ({ team }: ParticipationInfo): boolean => team.name.toLocaleLowerCase().includes(wanted)
  const found = accepted.filter((one) => chosen.includes(one.id) || isFound(one))
  const shown = found
    .toSorted((one, other) => Number(chosen.includes(other.id)) - Number(chosen.includes(one.id)))
    .slice(0, Math.max(mostShown, chosen.length))
  const toggle = (id: number, on: boolean): void =>
    onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <fieldset className={classes.teams}>
      <legend className={classes.legend}>{t('byHand.teams')}</legend>
      <TextField
        name="team"
        label={t('byHand.findTeam')}
        value={typed}
        fault={fault}
        hint={t('byHand.chosen', { count: chosen.length })}
        onChange={setTyped}
      />
      <ul className={classes.list}>
        {shown.map(({ id, team }) => (
          <li key={id}>
            <CheckField
              name={`team-${id}`}
              label={team.name}
              checked={chosen.includes(id)}
              onChange={(on) => toggle(id, on)}
            />
          </li>
        ))}
      </ul>
      {found.length > shown.length && (
        <p className={classes.more}>{t('byHand.more', { count: found.length - shown.length })}</p>
      )}
    </fieldset>
  )
}

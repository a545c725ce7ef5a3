import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/icon.tsx'
import { Switch } from '../../../ui/switch.tsx'
import classes from './live-switch.module.css'

type Props = { on: boolean; onChange: (on: boolean) => void }

export const LiveSwitch = ({ on, onChange }: Props) => {
  const { t } = useTranslation('play')
  return (
    <span className={classes.switch}>
      {on && <Icon name="warning" size={16} />}
      <Switch label={t('freeze.live')} text={t('freeze.live')} on={on} onChange={onChange} />
    </span>
  )
}

/** So that nobody takes what is shown for the public board. */
export const LiveMark = () => (
  <span className={classes.mark}>
    <Icon name="warning" size={16} />
    {useTranslation('play').t('freeze.live')}
  </span>
)

import { useTranslation } from 'react-i18next'
import classes from './key-list.module.css'

const keys = [
  ['→', 'reveal.keyStep'],
  ['←', 'reveal.keyBack'],
  ['A', 'reveal.keyAuto'],
  ['↑ ↓', 'reveal.keyPace'],
  ['N', 'reveal.keyPlaces'],
  ['Home', 'reveal.keyHome'],
  ['F', 'reveal.keyFull'],
  ['Esc', 'reveal.keyClose'],
] as const

export const KeyList = () => {
  const { t } = useTranslation('reveal')
  return (
    <section aria-labelledby="reveal-keys">
      <h2 id="reveal-keys" className={classes.title}>
        {t('reveal.keys')}
      </h2>
      <dl className={classes.keys}>
        {keys.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>
                <bdi dir="ltr">{key}</bdi>
              </kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

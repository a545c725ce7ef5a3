import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './key-list.module.css'
import { type Shortcut, shortcutGroups, shortcuts } from './shortcut.ts'

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent)

const written = (key: string): string => (isApple() ? key.replace('Ctrl+', '⌘ ') : key.replace('+', ' + '))

export const KeyList = ({ level }: { level: 2 | 3 }) => {
  const { t } = useTranslation('shell')
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <div className={classes.groups}>
      {shortcutGroups.map((group) => (
        <section key={group} aria-labelledby={`${id}-${group}`}>
          <Heading id={`${id}-${group}`} className={classes.heading}>
            {t(`keys.${group}`)}
          </Heading>
          <dl className={classes.keys}>
            {shortcuts[group].map(({ keys, text }: Shortcut) => (
              <div key={text}>
                <dt>
                  <kbd>{written(keys[0])}</kbd>
                  {keys[1] !== undefined && (
                    <>
                      <span className={classes.then}>{t('keys.then')}</span>
                      <kbd>{written(keys[1])}</kbd>
                    </>
                  )}
                </dt>
                <dd>{t(text)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  )
}

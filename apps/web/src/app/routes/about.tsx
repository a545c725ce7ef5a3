import { useTranslation } from 'react-i18next'
import { useClientConfig } from '../../api/queries/client-config.ts'
import { usePlatform } from '../../kit/platform.ts'
import { Badge } from '../../ui/badge.tsx'
import { PennantMark } from '../../ui/icon.tsx'
import { KeyList } from '../shortcuts/key-list.tsx'
import classes from './about.module.css'

declare const __PENNANT_VERSION__: string
declare const __PENNANT_LICENSES__: string

export const Component = () => {
  const { t } = useTranslation(['play', 'shell'])
  const platform = usePlatform()
  const config = useClientConfig()
  return (
    <article className={classes.about} aria-labelledby="about">
      <div className={classes.mark}>
        <PennantMark size={72} />
      </div>
      <h1 id="about" className={classes.title}>
        {platform.name}
      </h1>
      {config !== undefined && <p className={classes.slogan}>{config.slogan}</p>}
      <p>{t('about.what')}</p>
      <section className={classes.keys} aria-labelledby="keys">
        <h2 id="keys" className={classes.heading}>
          {t('keys.title', { ns: 'shell' })}
        </h2>
        <KeyList level={3} />
      </section>
      <p>
        <Badge>{t('about.version', { version: __PENNANT_VERSION__ })}</Badge>
      </p>
      <p>
        <a href={__PENNANT_LICENSES__}>{t('about.licenses')}</a>
      </p>
    </article>
  )
}

import { useTranslation } from 'react-i18next'
import { useClientConfig } from '../../api/client-config.ts'
import { Badge } from '../../ui/badge.tsx'
import { PennantMark } from '../../ui/pennant-mark.tsx'
import { usePlatform } from '../layout/platform.ts'
import classes from './about.module.css'

declare const __PENNANT_VERSION__: string

export const Component = () => {
  const { t } = useTranslation('play')
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
      <h2 className={classes.heading}>{t('about.keys')}</h2>
      <dl className={classes.keys}>
        {(['/', 'j', 'k', 'm', 'Esc'] as const).map((key) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`about.key.${key}`)}</dd>
          </div>
        ))}
      </dl>
      <p>
        <Badge>{t('about.version', { version: __PENNANT_VERSION__ })}</Badge>
      </p>
    </article>
  )
}

import { type ChallengeCategory, challengeCategories } from '@pennant/contract/enums'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { CategorySign } from '../../theme/category.tsx'
import { Controls } from './controls.tsx'
import { Fields } from './fields.tsx'
import classes from './gallery.module.css'
import { Messages } from './messages.tsx'
import { Surfaces } from './surfaces.tsx'

const schemes = ['dark', 'light'] as const

export const Component = () => {
  const [search] = useSearchParams()
  const scheme = schemes.find((one) => one === search.get('scheme'))
  return scheme === undefined ? (
    <div className={classes.beside} data-full-width="">
      {schemes.map((one) => (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the same page, in development
        <iframe key={one} className={classes.frame} title={one} src={`/ui?scheme=${one}`} />
      ))}
    </div>
  ) : (
    <Sheet scheme={scheme} />
  )
}

const tokens = [
  ...['ink-0', 'ink-1', 'ink-2', 'field', 'line', 'line-strong', 'text', 'dim', 'accent', 'accent-strong'],
  ...['on-accent', 'accent-text', 'accent-soft', 'danger', 'danger-soft', 'caution', 'caution-soft'],
  ...['news', 'news-soft', 'first', 'second', 'third'],
]

const Sheet = ({ scheme }: { scheme: (typeof schemes)[number] }) => {
  // For this frame alone; the visitor's own choice stays.
  useEffect(() => {
    document.documentElement.dataset['mantineColorScheme'] = scheme
  }, [scheme])
  return (
    <div className={classes.sheet}>
      <h1>{scheme}</h1>
      <Controls />
      <Fields />
      <Messages />
      <Surfaces />
      <section className={classes.part} aria-labelledby="colors">
        <h2 id="colors">{'Colors'}</h2>
        <ul className={classes.swatches}>
          {tokens.map((token) => (
            <li key={token}>
              <span className={classes.swatch} style={{ background: `var(--${token})` }} />
              {token}
            </li>
          ))}
        </ul>
        <ul className={classes.swatches}>
          {(Object.keys(challengeCategories) as ChallengeCategory[]).map((category) => (
            <li key={category}>
              <CategorySign category={category} />
              {category}
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}

import type { Platform } from '../../../kit/platform.ts'
import classes from './masthead.module.css'

type Props = { platform: Platform; slogan: string | undefined }

export const Masthead = ({ platform, slogan }: Props) => (
  <div className={classes.masthead}>
    <div className={classes.words}>
      <h1 className={classes.title}>
        <span>{platform.stem}</span>
        <span className={classes.suffix}>{platform.suffix}</span>
      </h1>
      <p className={classes.slogan}>{slogan ?? ' '}</p>
    </div>
    <svg className={classes.hoist} viewBox="0 0 134 116" aria-hidden="true" focusable="false">
      <path className={classes.halyard} d="M1.5 0v116" />
      <path className={classes.solid} d="M1.5 8h132l-17 14 17 14h-132z" />
      <path className={classes.outline} d="M1.5 50h100l-13 10 13 10h-100" />
      <path className={classes.outline} d="M1.5 84h72l-10 7.5 10 7.5h-72" />
    </svg>
  </div>
)

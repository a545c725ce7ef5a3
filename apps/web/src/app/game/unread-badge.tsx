import classes from './unread-badge.module.css'

const most = 99

/** How many there are, above a bell; the bell's name says it, too. */
export const UnreadBadge = ({ count }: { count: number }) =>
  count === 0 ? null : (
    <span className={classes.badge} aria-hidden="true">
      {count > most ? `${most}+` : count}
    </span>
  )

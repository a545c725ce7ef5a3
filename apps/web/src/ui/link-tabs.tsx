import { NavLink } from 'react-router'
import classes from './link-tabs.module.css'

type Props = { label: string; tabs: readonly { to: string; label: string; end?: boolean }[] }

/** Pages beside each other, each with its own address. */
export const LinkTabs = ({ label, tabs }: Props) => (
  <nav className={classes.tabs} aria-label={label}>
    {tabs.map(({ to, label: text, end = false }) => (
      <NavLink key={to} to={to} end={end} className={classes.tab}>
        {text}
      </NavLink>
    ))}
  </nav>
)

import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import classes from './link-tabs.module.css'

type Props = {
  label: string
  tabs: readonly { to: string; label: string; end?: boolean }[]
  rail?: boolean
}

export const LinkTabs = ({ label, tabs, rail = false }: Props) => {
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // If not all fit, the current one must be in sight.
  useEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (bar.current === null || current == null) return
    bar.current.scrollLeft = current.offsetLeft - (bar.current.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  return (
    <nav ref={bar} className={classes.tabs} data-rail={rail || undefined} aria-label={label}>
      {tabs.map(({ to, label: text, end = false }) => (
        <NavLink key={to} to={to} end={end} className={classes.tab}>
          {text}
        </NavLink>
      ))}
    </nav>
  )
}

import { createPortal } from 'react-dom'
import { useProfile } from '../../api/queries/session.ts'
import classes from './layout.module.css'

/** Faint: a passed-on screenshot tells whose screen it was. */
export const Watermark = () => {
  const profile = useProfile()
  if (profile == null) return null
  const image = `url("data:image/svg+xml,${encodeURIComponent(tileOf(profile.userId))}")`
  return createPortal(
    <div className={classes.watermark} style={{ backgroundImage: image }} aria-hidden="true" />,
    document.body,
  )
}

const tileOf = (text: string): string =>
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="240">' +
  '<text x="20" y="200" transform="rotate(-24 20 200)" font-family="monospace" font-size="15" ' +
  `fill="#808080" fill-opacity="0.02">${text}</text></svg>`

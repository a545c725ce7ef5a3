import { useState } from 'react'
import classes from './avatar.module.css'
import { firstCharacter } from './first-character.ts'

type Props = { name: string; url: string | null; size?: number }

/** Decorative: the name is beside it. */
export const Avatar = ({ name, url, size = 32 }: Props) => {
  const [broken, setBroken] = useState<string | null>(null)
  const style = { width: size, height: size, fontSize: size * 0.45 }
  return url === null || broken === url ? (
    <span className={classes.avatar} style={style} aria-hidden="true">
      {firstCharacter(name.trim())?.toUpperCase() ?? '?'}
    </span>
  ) : (
    <img
      className={classes.avatar}
      style={style}
      src={url}
      alt=""
      loading="lazy"
      onError={() => setBroken(url)}
    />
  )
}

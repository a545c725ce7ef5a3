import type { ReactNode } from 'react'
import { linkTarget, type LinkTarget } from './link-target.ts'

type Props = {
  url: string
  className?: string | undefined
  children: (target: Pick<LinkTarget, 'own' | 'name'>) => ReactNode
}

/** Others named the URL; one that must not be followed is plain text. */
export const FileLink = ({ url, className, children }: Props) => {
  const target = linkTarget(url, location.origin)
  if (target === null) return <span className={className}>{url}</span>
  return (
    <a
      className={className}
      href={target.href}
      target="_blank"
      rel="noopener noreferrer"
      download={target.own}
    >
      {children(target)}
    </a>
  )
}

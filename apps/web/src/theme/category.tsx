import type { ChallengeCategory } from '@pennant/contract/enums'
import type { ReactNode } from 'react'
import classes from './category.module.css'

const signs: Readonly<Record<ChallengeCategory, ReactNode>> = {
  Misc: <path d="M10 3.5v13M3.5 10h13M5.4 5.4l9.2 9.2M14.6 5.400l-9.2 9.2" />,
  Crypto: <path d="M6 9h8v7H6zM7.5 9V7a2.5 2.5 0 0 1 5 0v2M10 12v1.5" />,
  Pwn: <path d="M10 3v4M10 13v4M3 10h4M13 10h4M10 9.500v1" />,
  Web: (
    <path d="M3 10a7 7 0 1 0 14 0 7 7 0 0 0-14 0zM3 10h14M10 3c2 2 3 4.3 3 7s-1 5-3 7c-2-2-3-4.3-3-7s1-5 3-7z" />
  ),
  Reverse: <path d="M7 6 3 10l4 4M3 10h9a4.5 4.5 0 0 0 4.5-4.5" />,
  Blockchain: <path d="M4 7.500h5v5H4zM11 7.500h5v5h-5zM9 10h2" />,
  Forensics: <path d="M8.5 14a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM12.5 12.5 17 17M6.5 8.500h4" />,
  Hardware: <path d="M6 6h8v8H6zM8 3v3M12 3v3M8 14v3M12 14v3M3 8h3M3 12h3M14 8h3M14 12h3" />,
  Mobile: <path d="M6 2.500h8v15H6zM9 15h2" />,
  PPC: <path d="m7 6-4 4 4 4M13 6l4 4-4 4M11.5 4l-3 12" />,
  AI: (
    <path d="M10 3v3M10 14v3M3 10h3M14 10h3M7 7h6v6H7zM5 5l1.5 1.500M15 5l-1.5 1.500M5 15l1.5-1.500M15 15l-1.5-1.5" />
  ),
  Pentest: <path d="M10 2.5 16 5v5c0 4-3 6.5-6 7.5-3-1-6-3.5-6-7.500V5zM7.5 10l2 2 3.5-4" />,
  OSINT: <path d="M2.5 10S5.3 5 10 5s7.5 5 7.5 5-2.8 5-7.5 5-7.5-5-7.5-5zM10 8v4M8 10h4" />,
}

type Props = { category: ChallengeCategory; size?: number }

/** Decorative: the category's name is beside it. */
export const CategorySign = ({ category, size = 18 }: Props) => (
  <svg
    className={classes.sign}
    data-category={category}
    width={size}
    height={size}
    viewBox="0 0 20 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {signs[category]}
  </svg>
)

type TintProps = {
  category: ChallengeCategory
  as?: 'div' | 'span'
  className?: string | undefined
  children: ReactNode
}

export const Tinted = ({ category, as: Tag = 'div', className = '', children }: TintProps) => (
  <Tag className={`${classes.tinted} ${className}`} data-category={category}>
    {children}
  </Tag>
)

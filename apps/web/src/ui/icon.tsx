import type { ReactNode } from 'react'

/** Drawn for a grid of 20, one line of 1.6; decoration beside words or in a named control. */
const shapes = {
  globe: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M3 10h14M10 3c2.2 2 3.2 4.3 3.2 7S12.2 15 10 17c-2.2-2-3.2-4.3-3.2-7S7.8 5 10 3z" />
    </>
  ),
  sun: (
    <>
      <circle cx="10" cy="10" r="3.2" />
      <path d="M10 2.5v2M10 15.5v2M2.5 10h2M15.5 10h2M4.7 4.7l1.4 1.4M13.9 13.9l1.4 1.4M4.7 15.3l1.4-1.4M13.9 6.1l1.4-1.4" />
    </>
  ),
  moon: <path d="M16.5 11.8A6.8 6.8 0 0 1 8.2 3.5a6.8 6.8 0 1 0 8.3 8.3z" />,
  enter: <path d="M8.5 13.5 12 10 8.5 6.5M12 10H3.5M11 3.5h3.5a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H11" />,
  leave: <path d="M13 13.5 16.5 10 13 6.5M16.5 10H8M9 3.5H5.5a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2H9" />,
  check: <path d="m4 10.5 4 4 8-9" />,
  dash: <path d="M5.5 10h9" />,
  cross: <path d="m5 5 10 10M15 5 5 15" />,
  warning: <path d="M10 3 2.5 16.5h15zM10 8v4M10 14.3v.2" />,
  info: (
    <>
      <circle cx="10" cy="10" r="7" />
      <path d="M10 9.5v4M10 6.5v.2" />
    </>
  ),
} as const satisfies Record<string, ReactNode>

export type IconName = keyof typeof shapes

type Props = { name: IconName; size?: number }

export const Icon = ({ name, size = 18 }: Props) => (
  <svg
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
    {shapes[name]}
  </svg>
)

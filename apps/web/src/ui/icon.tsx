import sprite from './icons.svg'

export type IconName =
  | 'globe'
  | 'sun'
  | 'moon'
  | 'enter'
  | 'leave'
  | 'check'
  | 'dash'
  | 'cross'
  | 'warning'
  | 'info'
  | 'eye'
  | 'eyeOff'
  | 'copy'
  | 'search'
  | 'menu'
  | 'more'
  | 'plus'
  | 'trash'
  | 'edit'
  | 'download'
  | 'upload'
  | 'refresh'
  | 'link'
  | 'external'
  | 'left'
  | 'right'
  | 'down'
  | 'up'
  | 'user'
  | 'users'
  | 'flag'
  | 'lock'
  | 'key'
  | 'mail'
  | 'clock'
  | 'pin'
  | 'star'
  | 'bulb'
  | 'play'
  | 'pause'
  | 'stop'
  | 'bell'
  | 'grid'
  | 'list'
  | 'table'
  | 'chart'
  | 'filter'
  | 'expand'
  | 'paint'
  | 'plug'
  | 'gear'
  | 'keyboard'
  | 'home'
  | 'book'

type Props = { name: IconName; size?: number }

/** Decorative: words stand beside it, or a named control around it. */
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
    <use href={`${sprite}#${name}`} />
  </svg>
)

/** Decorative: the name is beside it. */
export const PennantMark = ({ size = 24 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false">
    <path d="M6 3v26" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    <path d="M8 5h19l-5 6 5 6H8z" fill="currentColor" />
  </svg>
)

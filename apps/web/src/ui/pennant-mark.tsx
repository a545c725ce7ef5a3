type Props = { size?: number }

/** Decorative: the name stands beside it. */
export const PennantMark = ({ size = 24 }: Props) => (
  <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true" focusable="false">
    <path d="M6 3v26" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    <path d="M8 5h19l-5 6 5 6H8z" fill="currentColor" />
  </svg>
)

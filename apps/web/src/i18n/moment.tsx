import { formatMoment } from './date.ts'
import { useLanguage } from './start.ts'

type Props = { at: number; seconds?: boolean }

export const Moment = ({ at, seconds = false }: Props) => (
  <time dateTime={new Date(at).toISOString()}>{formatMoment(useLanguage(), at, { seconds })}</time>
)

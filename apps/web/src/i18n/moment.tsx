import { writeMoment } from './date.ts'
import { useLanguage } from './start.ts'

type Props = { at: number; seconds?: boolean }

export const Moment = ({ at, seconds = false }: Props) => (
  <time dateTime={new Date(at).toISOString()}>{writeMoment(useLanguage(), at, { seconds })}</time>
)

import { useLanguage } from '../../../i18n/use-language.ts'
import { writeSecond } from '../write-second.ts'

/** A time of the server's to the second, in the visitor's zone, which it names. */
export const Second = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()}>{writeSecond(useLanguage(), at)}</time>
)

import type { Language } from '@pennant/contract/enums'

/** Kept, since making one takes longer than drawing a row of a list. */
const keeping = <Options extends object, Format>(make: (language: Language, options: Options) => Format) => {
  const kept = new Map<string, Format>()
  return (language: Language, options: Options): Format => {
    // A computer may be taken to another time zone.
    const key = language + new Date().getTimezoneOffset() + JSON.stringify(options)
    const known = kept.get(key)
    if (known !== undefined) return known
    const made = make(language, options)
    kept.set(key, made)
    return made
  }
}

export const numberFormat = keeping(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
)

export const dateFormat = keeping(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
)

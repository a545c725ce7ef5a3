import 'i18next'
import type web from '@pennant/i18n/locales/en-US/web.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'web'
    keySeparator: false
    nsSeparator: false
    resources: { web: typeof web }
  }
}

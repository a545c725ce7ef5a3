import 'i18next'
import type account from '@pennant/i18n/locales/en-US/account.json'
import type admin from '@pennant/i18n/locales/en-US/admin.json'
import type cockpit from '@pennant/i18n/locales/en-US/cockpit.json'
import type results from '@pennant/i18n/locales/en-US/results.json'
import type reveal from '@pennant/i18n/locales/en-US/reveal.json'
import type board from '@pennant/i18n/locales/en-US/board.json'
import type change from '@pennant/i18n/locales/en-US/change.json'
import type label from '@pennant/i18n/locales/en-US/label.json'
import type solve from '@pennant/i18n/locales/en-US/solve.json'
import type staff from '@pennant/i18n/locales/en-US/staff.json'
import type field from '@pennant/i18n/locales/en-US/field.json'
import type instance from '@pennant/i18n/locales/en-US/instance.json'
import type live from '@pennant/i18n/locales/en-US/live.json'
import type monitor from '@pennant/i18n/locales/en-US/monitor.json'
import type organise from '@pennant/i18n/locales/en-US/organise.json'
import type play from '@pennant/i18n/locales/en-US/play.json'
import type record from '@pennant/i18n/locales/en-US/record.json'
import type shell from '@pennant/i18n/locales/en-US/shell.json'
import type team from '@pennant/i18n/locales/en-US/team.json'
import type web from '@pennant/i18n/locales/en-US/web.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'web'
    fallbackNS: ['web', 'play']
    keySeparator: false
    nsSeparator: false
    resources: {
      web: typeof web
      account: typeof account
      play: typeof play
      instance: typeof instance
      label: typeof label
      solve: typeof solve
      live: typeof live
      team: typeof team
      board: typeof board
      record: typeof record
      cockpit: typeof cockpit
      results: typeof results
      reveal: typeof reveal
      shell: typeof shell
      staff: typeof staff
      organise: typeof organise
      monitor: typeof monitor
      admin: typeof admin
      field: typeof field
      change: typeof change
    }
  }
}

import * as account from './account.ts'
import * as adjustment from './adjustment.ts'
import * as audit from './audit.ts'
import * as capture from './capture.ts'
import * as captchaKeys from './captcha-keys.ts'
import * as challenge from './challenge.ts'
import * as challengeEdit from './challenge-edit.ts'
import * as ctftime from './ctftime.ts'
import * as division from './division.ts'
import * as enums from './enums.ts'
import * as event from './event.ts'
import * as file from './file.ts'
import * as game from './game.ts'
import * as info from './info.ts'
import * as instance from './instance.ts'
import * as log from './log.ts'
import * as mail from './mail.ts'
import * as mailServer from './mail-server.ts'
import * as notice from './notice.ts'
import * as participation from './participation.ts'
import * as post from './post.ts'
import * as problem from './problem.ts'
import * as proxy from './proxy.ts'
import * as record from './record.ts'
import * as rehearsal from './rehearsal.ts'
import * as results from './results.ts'
import * as reveal from './reveal.ts'
import type { Route } from './route.ts'
import type { Schema } from './schema.ts'
import * as scoreboard from './scoreboard.ts'
import * as scoreboardChanges from './scoreboard-changes.ts'
import * as secondFactor from './second-factor.ts'
import * as setting from './setting.ts'
import * as setup from './setup.ts'
import * as status from './status.ts'
import * as submission from './submission.ts'
import * as team from './team.ts'
import * as token from './token.ts'
import * as transfer from './transfer.ts'
import * as tunnelProgram from './tunnel-program.ts'
import * as user from './user.ts'
import * as venue from './venue.ts'
import * as watch from './watch.ts'
import * as writeup from './writeup.ts'

const nouns = [
  info,
  setup,
  mailServer,
  captchaKeys,
  account,
  secondFactor,
  team,
  post,
  user,
  instance,
  proxy,
  file,
  log,
  mail,
  setting,
  venue,
  game,
  division,
  challenge,
  challengeEdit,
  participation,
  adjustment,
  rehearsal,
  results,
  reveal,
  scoreboard,
  scoreboardChanges,
  record,
  ctftime,
  submission,
  notice,
  event,
  writeup,
  capture,
  transfer,
  token,
  tunnelProgram,
  watch,
  status,
  audit,
] as const

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

export const routes: readonly Route[] = nouns.flatMap((noun) => Object.values(noun).filter(isRoute))

type IdsOf<Noun> = Noun extends unknown
  ? {
      [Name in keyof Noun]: Noun[Name] extends {
        readonly id: infer Id extends string
        readonly method: Exclude<Route['method'], 'GET'>
      }
        ? Id
        : never
    }[keyof Noun]
  : never

export type ChangingRouteId = IdsOf<(typeof nouns)[number]>

export const namedSchemas = (): ReadonlyMap<Schema, string> =>
  new Map(
    [enums, problem, ...nouns].flatMap((noun) =>
      Object.entries(noun).flatMap(([name, value]) => (isSchema(value) ? [[value, name] as const] : [])),
    ),
  )

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  typeof value.type === 'string' &&
  ('properties' in value || 'enum' in value)

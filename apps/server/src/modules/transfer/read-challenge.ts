import {
  challengeCategories,
  challengeTypes,
  networkModes,
  type ChallengeType,
} from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import { runsContainers } from '@pennant/rules/challenge/kind'
import { isStrongEnough, templateBits } from '@pennant/rules/flag/strength'
import { isBlankTemplate } from '@pennant/rules/flag/template'
import type { NewChallengeRow } from '../../ports/tables/challenge.ts'
import { shortened, shortenedName, wholeOrNone } from './long-text.ts'
import type { PackedAttachment, PackedChallenge } from './packed.ts'
import {
  choice,
  fieldOf,
  flag,
  integer,
  listOf,
  membersOf,
  number,
  orElse,
  text,
  type Place,
  type Read,
} from './reader.ts'
import { readAttachment } from './read-attachment.ts'
import { time } from './time.ts'

const mostInt = 2_147_483_647
const fileName = orElse(shortenedName, null)

type Container = Pick<
  NewChallengeRow,
  | 'container_image'
  | 'memory_limit'
  | 'cpu_count'
  | 'storage_limit'
  | 'expose_port'
  | 'network_mode'
  | 'file_name'
>

/** What is refused is what could not be set here either. */
export const readChallenge: Read<PackedChallenge> = (value, at) => {
  const member = membersOf(value, at)
  const type = member('type', choice(challengeTypes))
  const scoring = member('scoring', orElse(readScoring, {}))
  const limit = member('limits', orElse(readLimits, {}))
  const { flags, ...flagged } = member('flags', orElse(readFlags(type), noFlags))
  const container = runsContainers(type)
    ? member('container', orElse(readContainer, {}))
    : {
        ...nothingRuns,
        file_name: member('fileName', fileName) ?? member('container', orElse(readOwnName, null)),
      }
  return {
    entry: at.entry,
    id: member('id', integer(1, mostInt)),
    values: {
      title: member('title', shortened({ required: true, line: true, max: limits.challengeTitle })),
      content: member('content', orElse(shortened({ max: limits.challengeContent }), '')),
      category: member('category', choice(challengeCategories)),
      type,
      // Members that the database has a default for are left out where the package does.
      is_enabled: false,
      position: member('order', orElse(integer(0, mostInt), null)),
      enable_at: member('enableAt', orElse(time, null)),
      hints: member('hints', orElse(listOf(shortened({ max: limits.hint }), limits.hints), null)),
      ...scoring,
      ...limit,
      ...flagged,
      ...container,
    },
    attachment: member('attachment', orElse(readOwnAttachment(type), null)),
    flags,
  }
}

type Part = Partial<PackedChallenge['values']>

const readScoring: Read<Part> = (value, at) => {
  const member = membersOf(value, at)
  return {
    original_score: member('original', orElse(integer(0, limits.challengeScore), 1000)),
    min_score_rate: member('minRate', orElse(number(0, 1), 0.25)),
    difficulty: member('difficulty', orElse(number(0, limits.challengeScore), 5)),
  }
}

const readLimits: Read<Part> = (value, at) => {
  const member = membersOf(value, at)
  return {
    submission_limit: member('submission', orElse(integer(0, 10_000), 0)),
    deadline_at: member('deadline', orElse(time, null)),
  }
}

type Flagged = Pick<NewChallengeRow, 'disable_blood_bonus' | 'enable_traffic_capture' | 'flag_template'> &
  Pick<PackedChallenge, 'flags'>

const noFlags: Flagged = { flag_template: null, flags: [] }

const readFlags =
  (type: ChallengeType): Read<Flagged> =>
  (value, at) => {
    const member = membersOf(value, at)
    const flags = member('static', orElse(listOf(readFlag), []))
    return {
      disable_blood_bonus: member('disableBloodBonus', orElse(flag, false)),
      enable_traffic_capture: member('enableTrafficCapture', orElse(flag, false)) && runsContainers(type),
      flag_template: member('template', orElse(readTemplate(type), null)),
      // Of these, every team has a flag of its own.
      flags: type === 'DynamicContainer' ? [] : flags,
    }
  }

const readFlag: Read<{ flag: string; attachment: PackedAttachment | null }> = (value, at) => {
  const member = membersOf(value, at)
  return {
    flag: member('value', text({ required: true, max: limits.flag })),
    attachment: member('attachment', orElse(readAttachment, null)),
  }
}

const readTemplate =
  (type: ChallengeType): Read<string | null> =>
  (value, at) => {
    const template = text({ line: true, max: limits.flagTemplate })(value, at)
    if (type === 'DynamicContainer' && !isStrongEnough(template)) {
      const bits = Math.floor(templateBits(template))
      throw new Problem('transfer.templateWeak', { field: fieldOf(at), bits })
    }
    return isBlankTemplate(template) ? null : template
  }

const readOwnAttachment =
  (type: ChallengeType): Read<PackedAttachment | null> =>
  (value, at: Place) => {
    const attachment = readAttachment(value, at)
    if (attachment !== null && type === 'DynamicAttachment')
      throw new Problem('transfer.attachmentPerTeam', { field: fieldOf(at) })
    return attachment
  }

const readContainer: Read<Container> = (value, at) => {
  const member = membersOf(value, at)
  return {
    container_image: member('image', orElse(wholeOrNone(limits.containerImage), null)) ?? '',
    memory_limit: member('memoryLimit', orElse(integer(32, 1_048_576), 64)),
    cpu_count: member('cpuCount', orElse(integer(1, 1024), 1)),
    storage_limit: member('storageLimit', orElse(integer(0, 1_048_576), 256)),
    expose_port: member('exposePort', orElse(integer(1, 65_535), 80)),
    network_mode: member('networkMode', orElse(choice(networkModes), 'Open')),
    file_name: member('fileName', fileName),
  }
}

/** What other makers have nowhere else to write, where nothing runs. */
const readOwnName: Read<string | null> = (value, at) => membersOf(value, at)('fileName', fileName)

const nothingRuns: Container = {
  container_image: null,
  memory_limit: null,
  cpu_count: null,
  storage_limit: null,
  expose_port: null,
  network_mode: null,
}

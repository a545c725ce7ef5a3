import type { AttachmentDocument } from '@pennant/contract/package'
import { sha256, type Exported } from './package.ts'

/** By the rules of the wire; empty when the importer takes the package. */
export const refusalsOf = ({ manifest, game, challenges, files }: Exported): string[] => {
  const refusals: string[] = []
  const must = (holds: boolean, what: string): void => {
    if (!holds) refusals.push(what)
  }
  const code = (given: string | null, what: string): void =>
    must(given === null || /^[A-Za-z0-9_-]{0,32}$/.test(given), what)
  const attachment = (given: AttachmentDocument | null, what: string): void => {
    if (given === null) return
    const { type, hash, fileName, fileSize, remoteUrl } = given
    must(fileName !== null && fileName !== '', `${what}: fileName`)
    if (type === 'Remote')
      return must(
        remoteUrl !== null && /^(?:https?|ftp):\/\//i.test(remoteUrl) && URL.canParse(remoteUrl),
        `${what}: remoteUrl ${remoteUrl}`,
      )
    must(/^[0-9a-f]{64}$/.test(hash ?? '') && files.has(hash ?? ''), `${what}: hash`)
    must((fileSize ?? 0) > 0, `${what}: fileSize`)
  }

  must(manifest.format === 'GZCTF-GAME', 'format')
  must(game.title.length > 0, 'title')
  code(game.inviteCode, 'inviteCode')
  must(game.teamMemberCountLimit >= 0, 'teamMemberCountLimit')
  must(game.containerCountLimit >= 1, 'containerCountLimit')
  const end = Date.parse(game.endTime)
  must(end > Date.parse(game.startTime), 'endTime')
  must(!game.writeup.required || Date.parse(game.writeup.deadline ?? '') > end, 'writeup')
  for (const bonus of Object.values(game.bloodBonus)) must(bonus >= 0 && bonus <= 1023, 'bloodBonus')
  must(game.posterHash === null || files.has(game.posterHash), 'posterHash')
  for (const division of game.divisions) {
    must(division.name.length >= 1 && division.name.length <= 31, 'division name')
    code(division.inviteCode, 'division code')
    for (const { challengeId } of division.challengeConfig) must(challengeId >= 1, 'division challenge')
  }
  for (const { id, title, type, scoring, limits, flags, container, ...rest } of challenges) {
    const what = `challenge ${id}`
    must(title.length > 0, `${what}: title`)
    must(scoring.original >= 1, `${what}: original`)
    must(scoring.minRate >= 0 && scoring.minRate <= 1 && scoring.difficulty >= 0, `${what}: scoring`)
    must(limits.submission >= 0, `${what}: submission`)
    must((flags.template ?? '').length <= 120, `${what}: template`)
    for (const { value, attachment: own } of flags.static) {
      must(value.length >= 1 && value.length <= 127, `${what}: flag`)
      attachment(own, `${what}: attachment of a flag`)
    }
    attachment(rest.attachment, `${what}: attachment`)
    must(!type.endsWith('Container') || container !== null, `${what}: container`)
    if (container === null) continue
    must(container.image.length >= 1, `${what}: image`)
    const { memoryLimit, cpuCount, storageLimit, exposePort } = container
    must(Math.min(memoryLimit, cpuCount, storageLimit) >= 1, `${what}: container limits`)
    must(exposePort >= 1 && exposePort <= 65_535, `${what}: exposePort`)
  }
  for (const [name, bytes] of files) must(sha256(bytes) === name, `file ${name}`)
  return refusals
}

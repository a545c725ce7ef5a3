import { readFileSync } from 'node:fs'
import { type ChallengeImage, challengeImages } from './challenge-image.ts'

export const challengeImagesPage = (): string => {
  const rows = challengeImages.map(
    (image) => `| ${image.what} | ${worksOf(image)} | ${settingOf(image)} | ${toldOf(image)} |`,
  )
  return `${head}\n${rows.join('\n')}\n`
}

const head = `# Which images work

<!-- Made from tests/kit/challenge-image.ts: \`npx vitest run --project server tests/server/challenge-image-page.test.ts -u\`. -->

This page helps you build an image that works, and fix one that doesn't. A test builds each of these images, plays it on a
real Docker daemon as a team does (start, connect, submit the flag, stop), and starts it as an organizer does. All other
settings have their defaults: 64 MB of memory, half a core, the network **Open**, user switching off. The images haven't been
tested on Kubernetes.

| Image | Works | Setting to change | What a test instance or its start tells you otherwise |
| --- | --- | --- | --- |`

const worksOf = ({ needs, told, isLate }: ChallengeImage): string => {
  if (needs !== undefined) return 'with a setting'
  if (told === undefined) return 'yes'
  return isLate === true ? 'yes, a little later' : 'no'
}

const settingOf = ({ needs }: ChallengeImage): string =>
  needs === undefined ? '' : `**${textOf('organise', needs.setting)}**`

const toldOf = ({ told, needs, challenge }: ChallengeImage): string => {
  if (told === undefined) return ''
  if ('nothing' in told) return told.nothing
  if ('refused' in told) return `“${textOf('problem', told.refused)}”, with the exit code and the last output`
  const port = String(challenge?.expose_port ?? 7000)
  const other = needs?.challenge.expose_port
  const key = other === undefined ? told.remark : 'OtherPort'
  const values = other === undefined ? '/bin/readflag' : String(other)
  const setting = textOf('organise', 'challenge.field.allowUserChange')
  const filled = { port, values, setting }
  return `“${textOf('organise', `challenge.remark.${key}`).replace(/\{\{(\w+)\}\}/g, (_, name: keyof typeof filled) => filled[name])}”`
}

const textOf = (area: string, key: string): string => {
  const file = new URL(`../../packages/i18n/locales/en-US/${area}.json`, import.meta.url)
  const texts: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  const text = texts[key]
  if (text === undefined) throw new Error(`there is no text ${key}`)
  return text
}

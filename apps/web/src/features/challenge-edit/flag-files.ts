import { type BadLine, flagFault } from './flag-lines.ts'

export type FlaggedFile<File> = { flag: string; file: File }

type Named = { name: string }

export const flagsOfFiles = <File extends Named>(
  files: readonly File[],
  known: readonly string[],
  bare: boolean,
): { flagged: FlaggedFile<File>[]; bad: BadLine[] } => {
  const flagged: FlaggedFile<File>[] = []
  const bad: BadLine[] = []
  const there = new Set(known)
  const taken = new Set<string>()
  for (const [at, file] of files.entries()) {
    const flag = (bare ? file.name.replace(/(?<=.)\.\w{1,8}$/, '') : file.name).trim()
    const why = flagFault(flag, there, taken)
    if (why === null) {
      taken.add(flag)
      flagged.push({ flag, file })
    } else bad.push({ line: at + 1, text: file.name, why })
  }
  return { flagged, bad }
}

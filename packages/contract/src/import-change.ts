/** What an import can take otherwise than the package has it. The words live in the catalogue under the same code. */
export const importChangeCodes = [
  'import.shortened',
  'import.leftOut',
  'import.titleTwice',
  'import.userChange',
  'import.cpuRaised',
] as const
export type ImportChangeCode = (typeof importChangeCodes)[number]

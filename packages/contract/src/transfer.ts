import { limits } from './limit.ts'
import { route } from './route.ts'
import {
  EnumOf,
  IdParam,
  Int32,
  List,
  MapOf,
  Model,
  Nullable,
  Optional,
  type Static,
  Str,
  Text,
  Time,
} from './schema.ts'

const packageFormats = { 'GZCTF-GAME': 0, 'PENNANT-GAME': 1 } as const
export type PackageFormat = keyof typeof packageFormats
/** The compatible platform imports this format, too. */
export const usualPackageFormat: PackageFormat = 'GZCTF-GAME'

export const exportGame = route({
  id: 'transfer.export',
  method: 'POST',
  path: '/api/edit/games/:id/export',
  summary: 'Export a game with its challenges, flags, and files as one package',
  access: 'admin',
  params: IdParam,
  /** Extension. */
  query: Model({ format: Optional(EnumOf(packageFormats)) }),
  answer: 'bytes',
  problems: ['game.notFound', 'game.olderProgram', 'transfer.fileLost'],
})

/** Extension. */
export const copyGame = route({
  id: 'transfer.copy',
  method: 'POST',
  path: '/api/edit/games/:id/copy',
  summary:
    'Copy a game with its divisions, challenges, flags, and files as a hidden one; answers with its ID',
  access: 'admin',
  params: IdParam,
  body: Model({
    title: Text({ required: true, line: true, max: limits.gameTitle }),
    start: Time,
    end: Time,
  }),
  answer: Int32,
  problems: ['game.notFound', 'transfer.fileLost'],
})

const upload = { field: 'file', maxBytes: limits.packageBytes, ownCeiling: true } as const
const importProblems = [
  'transfer.missing',
  'transfer.tooLarge',
  'transfer.notZip',
  'transfer.unreadable',
  'transfer.unsupported',
  'transfer.entryTwice',
  'transfer.tooMuch',
  'transfer.entryMissing',
  'transfer.notPackage',
  'transfer.notJson',
  'transfer.hashWrong',
  'transfer.fileMissing',
  'transfer.urlInvalid',
  'transfer.templateWeak',
  'transfer.attachmentPerTeam',
  'game.teamText',
  'game.freezeOutside',
  'game.olderProgram',
  'division.challengeTwice',
  'validation.required',
  'validation.type',
  'validation.text',
  'name.invisible',
  'validation.tooShort',
  'validation.tooLong',
  'validation.tooMany',
  'validation.range',
  'validation.date',
  'validation.choice',
] as const

export const importGame = route({
  id: 'transfer.import',
  method: 'POST',
  path: '/api/edit/games/import',
  summary: 'Import a package as a new game; answers with its ID',
  access: 'admin',
  upload,
  answer: Int32,
  problems: importProblems,
})

export const importChangeCodes = [
  'import.shortened',
  'import.leftOut',
  'import.titleTwice',
  'import.userChange',
  'import.cpuRaised',
] as const
export type ImportChangeCode = (typeof importChangeCodes)[number]

const ImportChangeModel = Model({
  where: Str,
  /** The title after the import; null for what belongs to the game. */
  challenge: Nullable(Str),
  /** One of `importChangeCodes`; clients must accept unknown ones. */
  code: Str,
  params: MapOf<string | number>({ type: ['string', 'number'] }),
  title: Str,
})
export type ImportChange = Static<typeof ImportChangeModel>

const ImportReportModel = Model({
  id: Int32,
  changes: List(ImportChangeModel),
  more: Int32,
})
export type ImportReport = Static<typeof ImportReportModel>

/** Extension. */
export const importGameWithReport = route({
  id: 'transfer.importWithReport',
  method: 'POST',
  path: '/api/edit/games/import/report',
  summary: 'Import a package as a new game; answers with its ID and what was changed to make it fit',
  access: 'admin',
  upload,
  answer: ImportReportModel,
  problems: importProblems,
})

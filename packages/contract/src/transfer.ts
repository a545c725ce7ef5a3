import { limits } from './limit.ts'
import { route } from './route.ts'
import { IdParam, Int32, Model, Text, Time } from './schema.ts'

export const exportGame = route({
  id: 'transfer.export',
  method: 'POST',
  path: '/api/edit/games/:id/export',
  summary: 'A game with its challenges, flags and files in one package',
  access: 'admin',
  params: IdParam,
  answer: 'bytes',
  problems: ['game.notFound', 'transfer.fileLost'],
})

/** Ours. */
export const copyGame = route({
  id: 'transfer.copy',
  method: 'POST',
  path: '/api/edit/games/:id/copy',
  summary: 'Make a hidden game with the same divisions, challenges, flags and files; answers its id',
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

export const importGame = route({
  id: 'transfer.import',
  method: 'POST',
  path: '/api/edit/games/import',
  summary: 'Make a new game of a package; answers its id',
  access: 'admin',
  upload: { field: 'file', maxBytes: limits.packageBytes, ownCeiling: true },
  answer: Int32,
  problems: [
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
    'division.challengeTwice',
    'validation.required',
    'validation.type',
    'validation.text',
    'validation.tooShort',
    'validation.tooLong',
    'validation.tooMany',
    'validation.range',
    'validation.date',
    'validation.choice',
  ],
})

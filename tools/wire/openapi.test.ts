import { expect, it } from 'vitest'
import { unreached } from './openapi.mjs'

const operation = { operationId: 'any' }
const document = {
  paths: {
    '/api/team': { get: operation, post: operation },
    '/api/team/{id}': { get: operation, put: operation },
    '/api/team/verify': { post: operation },
    '/api/team/{id}/{what}': { get: operation },
    '/api/team/{id}/invite': { get: operation },
  },
}

it('names the routes that nobody asked for anything', () => {
  expect(
    unreached(document, [
      'GET /api/team',
      'PUT /api/team/3',
      'POST /api/team/verify',
      'GET /api/team/3/invite',
    ]),
  ).toEqual(['POST /api/team', 'GET /api/team/{id}', 'GET /api/team/{id}/{what}'])
})

it('does not take a path with a fixed end for one with a parameter, no matter who comes first', () => {
  expect(unreached(document, ['GET /api/team/3/invite', 'GET /api/team/4/invite'])).toContain(
    'GET /api/team/{id}/{what}',
  )
})

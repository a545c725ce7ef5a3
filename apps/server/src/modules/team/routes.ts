import { Problem } from '@pennant/contract/problem'
import * as wire from '@pennant/contract/team'
import type { Core } from '../../core/core.ts'
import { bind, type BoundRoute } from '../../http/bind.ts'
import { createTeamAdministration } from './administration.ts'
import { createTeams, type TeamParts } from './service.ts'
import { isGenuine, readSignedToken } from './signature.ts'
import { createTeamStore } from './store.ts'

export const teamRoutes = (core: Pick<Core, TeamParts | 'db'>): BoundRoute[] => {
  const store = createTeamStore(core.db)
  const teams = createTeams(core, store)
  const administration = createTeamAdministration(core, store)
  return [
    bind(wire.readTeam, ({ params }) => teams.read(params.id)),
    bind(wire.ownTeams, ({ principal }) => teams.own(principal.userId)),
    bind(wire.createTeam, (call) => teams.create(call.body, call)),
    bind(wire.updateTeam, (call) => teams.update(call.params.id, call.body, call)),
    bind(wire.deleteTeam, (call) => teams.remove(call.params.id, call)),
    bind(wire.transferTeam, (call) => teams.transfer(call.params.id, call.body.newCaptainId, call)),
    bind(wire.readInvite, (call) => teams.invite(call.params.id, call)),
    bind(wire.renewInvite, (call) => teams.renewInvite(call.params.id, call)),
    bind(wire.readInvitation, ({ body }) => teams.invitation(body)),
    bind(wire.acceptInvite, (call) => teams.accept(call.body, call)),
    bind(wire.kickMember, (call) => teams.kick(call.params.id, call.params.userId, call)),
    bind(wire.leaveTeam, (call) => teams.leave(call.params.id, call)),
    bind(wire.teamAvatar, (call) =>
      teams.setAvatar(call.params.id, async () => (await call.uploadedFile()).bytes, call),
    ),
    bind(wire.verifyTeamToken, async ({ body }) => {
      const token = readSignedToken(body.teamToken, body.publicKey)
      if (token === null) throw new Problem('team.tokenMalformed')
      if (!isGenuine(token, await store.signedTextOf(token.key))) throw new Problem('team.tokenWrong')
    }),
    bind(wire.adminTeams, ({ query: { count = 100, skip = 0, ...filter } }) =>
      administration.list(count, skip, filter),
    ),
    bind(wire.searchTeams, ({ query }) => administration.search(query.hint)),
    bind(wire.adminUpdateTeam, (call) => administration.update(call.params.id, call.body, call)),
    bind(wire.adminDeleteTeam, (call) => administration.remove(call.params.id, call)),
  ]
}

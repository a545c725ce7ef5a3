import {
  acceptInvite,
  createTeam,
  deleteTeam,
  kickMember,
  leaveTeam,
  readInvitation,
  readInvite,
  readTeam,
  renewInvite,
  type TeamInfo,
  transferTeam,
  updateTeam,
} from '@pennant/contract/team'
import { inviteCodeOf, type Invite } from '@pennant/rules/team/invite-code'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../../api/client.ts'
import { useApi } from '../../api/context.ts'
import { ownTeamsQuery } from '../../api/queries/session.ts'

export const teamQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['teams', 'one', id],
    queryFn: ({ signal }) => api.call(readTeam, { params: { id }, signal }),
  })

export const inviteQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['teams', 'invite', id],
    queryFn: ({ signal }) => api.call(readInvite, { params: { id }, signal }),
  })

/** Compatible servers show the team without checking the code. */
export const invitationQuery = (api: Api, invite: Invite) =>
  queryOptions({
    queryKey: ['teams', 'invitation', invite.teamId, invite.token],
    queryFn: ({ signal }) =>
      api.extensions.supported
        ? api.call(readInvitation, { body: codeOf(invite), signal })
        : api.call(readTeam, { params: { id: invite.teamId }, signal }),
    retry: false,
  })

// Servers read only the end of a code.
const codeOf = ({ teamId, token }: Invite): string => inviteCodeOf({ name: 'team', id: teamId, token })

export const useTeamActions = () => {
  const api = useApi()
  const queries = useQueryClient()
  const own = ownTeamsQuery(api).queryKey

  const replace = (team: TeamInfo): void =>
    void queries.setQueryData(own, (teams) => teams?.map((one) => (one.id === team.id ? team : one)))
  // The old code must not show again.
  const replaceWithInvite = (team: TeamInfo): void => {
    replace(team)
    void queries.resetQueries({ queryKey: inviteQuery(api, team.id).queryKey })
  }
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: own })

  return {
    create: useMutation({
      mutationFn: (name: string) => api.call(createTeam, { body: { name, bio: null } }),
      onSuccess: refresh,
    }),
    join: useMutation({
      mutationFn: (invite: Invite) => api.call(acceptInvite, { body: codeOf(invite) }),
      // Even if refused, because the visitor may be a member already.
      onSettled: refresh,
    }),
    update: useMutation({
      mutationFn: ({ id, ...body }: { id: number; name: string; bio: string }) =>
        api.call(updateTeam, { params: { id }, body }),
      onSuccess: replace,
    }),
    kick: useMutation({
      mutationFn: (params: { id: number; userId: string }) => api.call(kickMember, { params }),
      onSuccess: replaceWithInvite,
    }),
    transfer: useMutation({
      mutationFn: ({ id, newCaptainId }: { id: number; newCaptainId: string }) =>
        api.call(transferTeam, { params: { id }, body: { newCaptainId } }),
      onSuccess: replaceWithInvite,
    }),
    leave: useMutation({
      mutationFn: (id: number) => api.call(leaveTeam, { params: { id } }),
      onSuccess: refresh,
    }),
    disband: useMutation({
      mutationFn: (id: number) => api.call(deleteTeam, { params: { id } }),
      onSuccess: refresh,
    }),
    renew: useMutation({
      mutationFn: (id: number) => api.call(renewInvite, { params: { id } }),
      onSuccess: (code, id) => queries.setQueryData(inviteQuery(api, id).queryKey, code),
    }),
    refresh,
  }
}

export type TeamActions = ReturnType<typeof useTeamActions>

export const captainOf = ({ members }: TeamInfo): { id: string; userName: string } | undefined =>
  members?.find(({ captain }) => captain)

export const leads = (team: TeamInfo, userId: string): boolean => captainOf(team)?.id === userId

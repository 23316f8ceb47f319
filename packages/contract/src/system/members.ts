import { endpoint } from '../kernel/endpoint.ts'

/** The users who belong to the selected tenant; `GET /users` lists them. */
export const members = {
  delete: endpoint({
    operationId: 'deleteMember',
    method: 'delete',
    path: '/members/{user_id}',
    tag: 'Users',
    summary: 'Remove a user from the tenant',
    description:
      'Removes the user from every group of the selected tenant, deletes the user’s API keys there and revokes the pending invitations to the user’s address and to addresses at which the user accepted an invitation. All of this is done, or nothing. The account stays. Leaving needs no permission: a member may always leave, unless they are the last owner. Removing another user needs `groups:write` and every permission that the groups of that user grant. A service account is removed from its groups by deleting it, or group by group.',
    permission: 'authenticated',
    success: { status: 204 },
    errors: ['permission_denied', 'last_owner'],
  }),
}

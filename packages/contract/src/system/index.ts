import { apiKeys, myApiKeys, serviceAccountKeys } from './api-keys.ts'
import { auth } from './auth.ts'
import { groups, groupsBulk, groupsHistory, groupsUpsert } from './groups.ts'
import { invitations, invitationsHistory } from './invitations.ts'
import { me } from './me-operations.ts'
import { members } from './members.ts'
import { memberships } from './memberships.ts'
import { serviceAccounts, serviceAccountsHistory } from './service-accounts.ts'
import { tenantGroups, tenants } from './tenants.ts'
import { users } from './users.ts'

export { ApiKey, ApiKeyCreate, ApiKeyRotation, ApiKeyWithSecret } from './api-key-records.ts'
export * from './auth.ts'
export { Group, GroupCreate, GroupUpdate, groupLifecycle, MyGroup } from './groups.ts'
export { EMAIL_MAX_LENGTH, EMAIL_PATTERN, USERNAME_PATTERN } from './identity-names.ts'
export {
  Invitation,
  InvitationAcceptance,
  InvitationCreate,
  InvitationLink,
  InvitationPreview,
  InvitationResending,
  invitationStatuses,
} from './invitations.ts'
export {
  Me,
  MyPermissions,
  ProjectSelection,
  Session,
  SignInForm,
  SignUpRequest,
  TenantSelection,
} from './me.ts'
export { Membership, MembershipCreate, memberTypes } from './memberships.ts'
export * from './preferences.ts'
export {
  ServiceAccount,
  ServiceAccountCreate,
  ServiceAccountUpdate,
  serviceAccountLifecycle,
} from './service-accounts.ts'
export { Tenant, TenantCreate, TenantUpdate, tenantLifecycle } from './tenants.ts'
export {
  redactableUserMembers,
  User,
  UserCreate,
  UserDeactivation,
  UserMove,
  UserUpdate,
} from './user-records.ts'

export const systemGroups = {
  auth,
  tenants,
  tenantGroups,
  groups,
  memberships,
  members,
  users,
  invitations,
  me,
  myApiKeys,
  serviceAccounts,
  serviceAccountKeys,
  apiKeys,
}

export const systemDerivedOperations = {
  groups: { bulk: groupsBulk, upsert: groupsUpsert, history: { list: groupsHistory } },
  serviceAccounts: { history: { list: serviceAccountsHistory } },
  invitations: { history: { list: invitationsHistory } },
}

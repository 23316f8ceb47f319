import { eventGroups } from '../events/index.ts'
import { groupsBulk, groupsHistory, groupsUpsert } from '../system/groups.ts'
import { systemGroups } from '../system/index.ts'
import { invitationsHistory } from '../system/invitations.ts'
import { serviceAccountsHistory } from '../system/service-accounts.ts'
import { workGroups } from '../work/index.ts'

// Operations on accounts, tenants and groups; their names follow from their paths (docs/decisions/0002-names-follow-paths.md).

export const auth = {
  createToken: systemGroups.auth.token,
  refreshToken: systemGroups.auth.refresh,
  requestPasswordReset: systemGroups.auth.forgotPassword,
  resetPassword: systemGroups.auth.resetPassword,
  verifyEmail: systemGroups.auth.verifyEmail,
  signUpPolicy: {
    get: systemGroups.auth.getSignUp,
  },
}

export const tenants = {
  list: systemGroups.tenants.list,
  create: systemGroups.tenants.create,
  get: systemGroups.tenants.get,
  update: systemGroups.tenants.update,
  delete: systemGroups.tenants.delete,
  archive: systemGroups.tenants.archive,
  restore: systemGroups.tenants.restore,
  history: { list: systemGroups.tenants.history },
  groups: systemGroups.tenantGroups,
}

export const groups = {
  bulk: groupsBulk,
  upsert: groupsUpsert,
  ...systemGroups.groups,
  history: { list: groupsHistory },
  memberships: systemGroups.memberships,
}

export const members = systemGroups.members

export const users = {
  create: systemGroups.users.create,
  list: systemGroups.users.list,
  get: systemGroups.users.get,
  update: systemGroups.users.update,
  delete: systemGroups.users.delete,
  deactivate: systemGroups.users.deactivate,
  restore: systemGroups.users.restore,
  groups: {
    list: systemGroups.users.listGroups,
  },
  history: { list: systemGroups.users.history },
}

export const invitations = {
  list: systemGroups.invitations.list,
  create: systemGroups.invitations.create,
  get: systemGroups.invitations.get,
  history: { list: invitationsHistory },
  delete: systemGroups.invitations.revoke,
  resend: systemGroups.invitations.resend,
  preview: systemGroups.invitations.preview,
  accept: systemGroups.invitations.accept,
  decline: systemGroups.invitations.decline,
}

export const serviceAccounts = {
  ...systemGroups.serviceAccounts,
  history: { list: serviceAccountsHistory },
  keys: systemGroups.serviceAccountKeys,
}

export const me = {
  signUp: systemGroups.me.signUp,
  signIn: systemGroups.me.signIn,
  signOut: systemGroups.me.signOut,
  get: systemGroups.me.get,
  resendVerification: systemGroups.me.resendVerification,
  accountNotice: {
    delete: systemGroups.me.acknowledgeNotice,
  },
  sessions: {
    list: systemGroups.me.listSessions,
    delete: systemGroups.me.deleteSession,
    clear: systemGroups.me.deleteSessions,
  },
  tenants: {
    list: systemGroups.me.listTenants,
  },
  groups: {
    list: systemGroups.me.listGroups,
  },
  projects: {
    list: systemGroups.me.listProjects,
  },
  permissions: {
    get: systemGroups.me.getPermissions,
  },
  currentTenant: {
    get: systemGroups.me.getTenant,
    set: systemGroups.me.selectTenant,
  },
  currentProject: {
    get: systemGroups.me.getProject,
    set: systemGroups.me.selectProject,
  },
  preferences: {
    get: systemGroups.me.getPreferences,
    update: systemGroups.me.updatePreferences,
  },
  apiKeys: systemGroups.myApiKeys,
  notifications: eventGroups.notifications,
  notificationPreferences: eventGroups.myNotificationPreferences,
  issues: {
    list: workGroups.issues.listMine,
  },
}

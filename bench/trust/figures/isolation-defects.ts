import type { Defect } from '../figure.ts'

const folder = 'apps/api'
const functions = 'src/db/functions.sql'

/** Defects in the separation of tenants, and of the projects of a tenant. */
export const isolationDefects: readonly Defect[] = [
  {
    name: 'row level security shows the rows of every tenant',
    folder,
    file: 'src/db/tenancy.ts',
    find: "const MINE = `tenant_id = current_setting('app.tenant_id')`",
    replace: 'const MINE = `true`',
    foundBy: 'generated/row-level-security',
  },
  {
    name: 'a member of a tenant holds every permission there',
    folder,
    file: functions,
    find: `bool_or(g.permissions && sufficient) as holds
          from group_members m
          join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id and g.project_id = ''
         where m.user_id = s.user_id`,
    replace: `true as holds
          from group_members m
          join group_grants g on g.tenant_id = m.tenant_id and g.group_id = m.group_id and g.project_id = ''
         where m.user_id = s.user_id`,
    foundBy: 'generated/every-permission',
  },
  {
    name: 'a permission of one project reaches all projects',
    folder,
    file: 'src/store/store-rows.ts',
    find: "else ${project} = any(string_to_array(${scope}, ',')) end`",
    replace: 'else ${project} is not null end`',
    foundBy: 'generated/every-permission',
  },
  {
    name: 'a record is made although its body names another tenant',
    folder,
    file: 'src/store/store.ts',
    find: 'if (tenantId !== undefined && tenantId !== (await context.tenantId()))',
    replace: "if (tenantId === '')",
    foundBy: 'generated/every-reference',
  },
]

/** Defects in the hiding of single records of a tenant from some of its members. */
export const hidingDefects: readonly Defect[] = [
  {
    name: 'a body may name a record that its caller does not see',
    folder,
    file: 'src/store/store-reads.ts',
    find: 'case when ${isNamed} then ${this.visibleToCaller()} else true end`',
    replace: 'case when ${isNamed} then true else true end`',
    foundBy: 'generated/every-hidden-reference',
  },
  {
    name: 'the name of a record is shown to whoever does not see it',
    folder,
    file: 'src/store/store-rows.ts',
    find: 'where ${id} = any(${ids}) and ${this.ofTenant()} and ${this.visibleToCaller()}`',
    replace: 'where ${id} = any(${ids}) and ${this.ofTenant()}`',
    foundBy: 'generated/every-include',
  },
  {
    name: 'hidden records of a kind are listed',
    folder,
    file: 'src/store/store-rows.ts',
    find: 'return readable ? sql`${own} and ${readable}` : own',
    replace: 'return own',
    foundBy: 'generated/hidden-members',
  },
  {
    name: 'who reads the records of one project reads those of all',
    folder,
    file: functions,
    find: "and (g.project_id in ('', coalesce(p_project, '')) or p_project = '*')",
    replace: '',
    foundBy: 'work/hidden-records',
  },
  {
    name: 'a permission beside that of the operation, held in one project, counts in all',
    folder,
    file: functions,
    find: "and g.project_id in ('', coalesce(p_project, '')) and g.permissions && array[p_permission, '*'])",
    replace: "and g.permissions && array[p_permission, '*'])",
    foundBy: 'work/issue-conversation',
  },
  {
    name: 'a list may be filtered by a record that its caller does not see',
    folder,
    file: 'src/store/store-reads.ts',
    find: '= w.id and ${this.ofTenant()} and ${this.visibleToCaller()})`',
    replace: '= w.id and ${this.ofTenant()})`',
    foundBy: 'assets/hidden-filters',
  },
]

import { sql } from 'drizzle-orm'
import { assets } from '../assets/assets.table.ts'
import { Store } from '../kernel/store.ts'
import { groups } from '../system/groups.table.ts'
import { memberReferences } from '../system/members.ts'
import { issueTypeProjects } from './issue-settings.table.ts'
import { issues } from './issues.table.ts'
import { projects } from './projects.table.ts'

export const projectStore = new Store({
  table: projects,
  record: 'project',
  seenWith: ['projects:read', 'projects:write', 'issues:read', 'issues:write', 'assets:read', 'assets:write'],
  kind: 'catalogue',
  project: 'id',
  references: { lead_id: memberReferences, default_assignee_id: memberReferences },
  users: ['lead_id', 'default_assignee_id'],
  searched: [projects.key, projects.name, projects.description],
  derived: {
    issue_count:
      sql<number>`(select count(*)::int from issues i where i.tenant_id = current_setting('app.tenant_id') and i.project_id = projects.id)`.as(
        'issue_count',
      ),
  },
  dependents: [assets.project_id, groups.project_id, issueTypeProjects.project_id, issues.project_id],
})

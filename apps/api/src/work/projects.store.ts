import { assets } from '../assets/assets.table.ts'
import { Store } from '../kernel/store.ts'
import { groups } from '../system/groups.table.ts'
import { memberReferences } from '../system/members.ts'
import { projects } from './projects.table.ts'

export const projectStore = new Store({
  table: projects,
  record: 'project',
  kind: 'catalogue',
  project: 'id',
  references: { lead_id: memberReferences, default_assignee_id: memberReferences },
  searched: [projects.key, projects.name, projects.description],
  dependents: [assets.project_id, groups.project_id],
})

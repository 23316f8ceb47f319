import { type AssetRepair, repairMembersOfIssue } from '@commonhold/contract'
import { type SQL, sql } from 'drizzle-orm'
import { AssetPartStore, projectOfAsset } from '../../assets/asset-parts.store.ts'
import { assetStore } from '../../assets/assets.store.ts'
import { locationStore } from '../../locations/locations.store.ts'
import { redact, whole } from '../../store/redact.ts'
import { memberReferences } from '../../system/member-references.repository.ts'
import { projectStore } from '../../system/projects.store.ts'
import { issueStore } from '../issues/issues.store.ts'
import { assetRepairs } from './asset-repairs.table.ts'

/** A member of the repair's issue, or one computed from it. */
const ofIssue = <T>(member: string | SQL): SQL<T> =>
  sql<T>`(select ${typeof member === 'string' ? sql.raw(`i.${member}`) : member} from issues i where i.tenant_id = asset_repairs.tenant_id and i.id = asset_repairs.issue_id)`

export const assetRepairStore = new AssetPartStore({
  table: assetRepairs,
  record: 'asset_repair',
  visibleWith: ['assets:read', 'assets:write'],
  kind: 'owned',
  references: {
    asset_id: assetStore,
    issue_id: issueStore,
    location_id: locationStore,
    assignee_id: memberReferences,
    project_id: projectStore,
  },
  computed: {
    title: ofIssue<string>('title').as('title'),
    description: ofIssue<string | null>('description').as('description'),
    priority: ofIssue<string>('priority').as('priority'),
    status: ofIssue<string>('status').as('status'),
    assignee_id: ofIssue<string | null>('assignee_id').as('assignee_id'),
    resolution_notes: ofIssue<string | null>("details->>'resolution_notes'").as('resolution_notes'),
    outcome: ofIssue<AssetRepair['outcome']>("details->>'outcome'").as('outcome'),
    project_id: ofIssue<string>('project_id').as('project_id'),
    opened_at: ofIssue<string>('opened_at').as('opened_at'),
    closed_at: ofIssue<string | null>('closed_at').as('closed_at'),
    reported_at: ofIssue<string>('opened_at').as('reported_at'),
    resolved_at: ofIssue<string | null>('closed_at').as('resolved_at'),
    archived_at: ofIssue<string | null>('archived_at').as('archived_at'),
    is_issue_seen: ofIssue<boolean>(issueStore.visibleIn(sql`i.project_id`)).as('is_issue_seen'),
    ...projectOfAsset('asset_repairs'),
  },
})

/** A stored repair, with the members of its issue. */
export type RepairRow = Awaited<ReturnType<typeof assetRepairStore.get>>

/** A repair as the caller may see it. It contains members of its issue only if the caller may read the issue. */
export const shownRepair = (row: RepairRow): AssetRepair =>
  row.is_issue_seen ? whole(row) : redact(row, repairMembersOfIssue)

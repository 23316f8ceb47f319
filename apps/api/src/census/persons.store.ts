import { assetAssignments } from '../assets/asset-assignments.table.ts'
import { assetCirculations } from '../assets/asset-circulations.table.ts'
import { assets } from '../assets/assets.table.ts'
import { configurationItems } from '../cmdb/configuration-items.table.ts'
import { schoolEmployments } from '../education/school-employments.table.ts'
import { schoolEnrollments } from '../education/school-enrollments.table.ts'
import { Store } from '../kernel/store.ts'
import { memberReferences } from '../system/members.ts'
import { issueFieldValues } from '../work/issue-parts.table.ts'
import { issues } from '../work/issues.table.ts'
import { persons } from './persons.table.ts'

export const personStore = new Store({
  table: persons,
  record: 'person',
  kind: 'owned',
  references: { user_id: memberReferences },
  searched: [persons.display_name, persons.external_id],
  dependents: [
    configurationItems.owner_person_id,
    assets.person_id,
    assetAssignments.person_id,
    assetCirculations.person_id,
    schoolEnrollments.person_id,
    schoolEmployments.person_id,
    issueFieldValues.record_id,
    issues.requester_person_id,
    issues.requested_for_person_id,
  ],
})

import type { AssetAssignmentUpdate } from '@commonhold/contract'
import type { WriteContext } from '../store/context.ts'
import type { AssignmentRow } from './asset-assignments.repository.ts'
import { assetAssignmentStore } from './asset-assignments.store.ts'
import { closesBy, decideChange } from './assignment-changes.rules.ts'
import { close } from './assignment-closing.service.ts'
import { applyChanges, updateAssignment } from './custody.service.ts'
import { type Assigned, type Custody, lockCustody } from './custody-load.service.ts'

/** Changes an assignment. An `end_date`, or the status `closed`, closes an open one. */
export async function changeOrClose(
  context: WriteContext,
  { custody, assignment }: Assigned,
  body: AssetAssignmentUpdate,
): Promise<AssignmentRow> {
  const closes = closesBy(assignment, body)
  const { status: _, end_date, ...members } = body
  await assetAssignmentStore.assertChangeable(context, assignment.id, assignment)
  if (!closes)
    return change(context, custody, assignment, end_date === undefined ? members : { ...members, end_date })
  await change(context, custody, assignment, members)
  // If-Match refers to the version before the request.
  const further = { ...context, ifMatch: undefined }
  const changed = await lockCustody(context, custody.asset.id)
  return close(further, changed ?? custody, assignment.id, end_date ? { end_date } : {})
}

async function change(
  context: WriteContext,
  custody: Custody,
  before: AssignmentRow,
  body: AssetAssignmentUpdate,
): Promise<AssignmentRow> {
  const changes = decideChange(custody, before, body, context.clock.now().toISOString())
  const [only] = changes.changed
  // A change of a closed assignment affects no other record.
  if (before.closed_at !== null) return only ? updateAssignment(context, before, only.patch) : before
  const { changed } = await applyChanges(context, custody, changes)
  return changed[0] ?? before
}

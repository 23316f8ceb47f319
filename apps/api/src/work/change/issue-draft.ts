import type { IssueCreate, IssueDetailsInput } from '@commonhold/contract'
import { errorsIn, type FieldError, invalid } from '../../base/problem.ts'
import { ignoreUnhandled } from '../../db/statement.ts'
import type { WriteContext } from '../../store/context.ts'
import { assertNotAhead } from '../../store/moments.ts'
import { projectStore } from '../../system/projects.store.ts'
import { sharedProjectIds } from '../../system/seeds.ts'
import {
  isOfProject,
  keyErrors,
  type PriorityView,
  prioritiesOf,
  statusesOf,
  type TypeView,
  typesOf,
  type WorkflowStatusView,
} from '../configuration/issue-configuration.repository.ts'
import { customFieldsOf, screenOf } from '../configuration/issue-fields.repository.ts'
import { levelsAround } from '../configuration/issue-hierarchy.repository.ts'
import { placeErrors } from '../configuration/issue-hierarchy.rules.ts'
import {
  detailsAfter,
  type IssueView,
  invariantErrors,
  owedErrors,
} from '../configuration/issue-lifecycle.rules.ts'
import { type Asked, defaultsFor, screenErrors, withDefaults } from '../configuration/issue-screens.rules.ts'
import {
  detailsErrors,
  mergedDetails,
  priorityOf,
  type StoredDetails,
  spanErrors,
} from '../fields/issue-details.rules.ts'
import { assertAssignee } from '../issues/issue-assignees.ts'
import { errorsOfAnyType } from '../issues/issue-body-errors.ts'
import { type CustomValues, customValues } from '../issues/issue-custom-fields.ts'
import { eventsOf } from '../issues/issue-facts.repository.ts'
import {
  assertConcerned,
  assertDetailReferences,
  assertParent,
  assertReviewed,
} from '../issues/issue-references.ts'
import {
  approvalOfNew,
  approvalStatusErrors,
  approverErrors,
  type PlannedApproval,
  voterErrors,
  withApproval,
} from './issue-approvals.ts'

/** A new issue that is worked out, and not yet checked against the rules. */
export interface Draft {
  readonly given: IssueCreate
  /** What is given, with the defaults of the screen. */
  readonly body: IssueCreate
  readonly screen: readonly Asked[]
  readonly project_id: string
  readonly type: TypeView
  readonly statuses: readonly WorkflowStatusView[]
  readonly status: WorkflowStatusView
  readonly priorities: readonly PriorityView[]
  readonly priorityKey: string
  readonly details: StoredDetails
  readonly approval: PlannedApproval
  readonly custom: CustomValues
}

/** Works out what comes of a body. */
export async function draftOf(context: WriteContext, given: IssueCreate): Promise<Draft> {
  const { tx } = context
  const definitions = ignoreUnhandled(customFieldsOf(tx))
  const [all, priorities] = await Promise.all([typesOf(tx), prioritiesOf(tx)])
  const types = all.filter((one) => isOfProject(one, projectOf(given, one)))
  const type = chosenType(types, given.issue_type)
  if (!type)
    throw invalid(
      ...(given.issue_type === undefined
        ? [lacksDefault(types)]
        : keyErrors(types, 'issue_type', given.issue_type)),
      ...(await errorsOfAnyType(context, given, priorities)),
    )
  const [statuses, screen] = await Promise.all([
    statusesOf(tx, type.workflow_id),
    screenOf(tx, type.create_screen_id, type.id),
  ])
  const body = withDefaults(defaultsFor(screen, type.subtype), given)
  const status = chosenStatus(statuses, body.status)
  if (!status)
    throw invalid(lacksInitial(type, given), ...(await errorsOfAnyType(context, given, priorities)))
  const merged = await newDetails(context, type, body.details, detailsAfter(type.subtype, undefined, status))
  const approval = approvalOfNew(type.subtype, status)
  const chosenBy = { typeId: type.id, formerTypeId: null }
  return {
    given,
    body,
    screen,
    project_id: projectOf(given, type),
    type,
    statuses,
    status,
    priorities,
    priorityKey:
      given.priority ?? activeKey(priorities, priorityOf(merged)) ?? body.priority ?? defaultOf(priorities),
    details: withApproval(type.subtype, {}, merged, approval),
    approval,
    custom: await customValues(context, chosenBy, body.custom_fields, {}, definitions),
  }
}

/** The project of a new issue; a shared one by default. */
const projectOf = ({ project_id }: IssueCreate, { subtype }: TypeView) =>
  project_id ?? sharedProjectIds[subtype === 'repair' ? 'REP' : 'SD']

/** All that is wrong with a new issue. */
export async function errorsOfDraft(context: WriteContext, draft: Draft): Promise<FieldError[]> {
  const { given, body, screen, type, status, details, custom } = draft
  const after = {
    ...body,
    issue_type: type.key,
    priority: draft.priorityKey,
    status: status.key,
    details,
    custom_fields: custom.values,
  }
  // Read at once; the errors keep their order.
  const [approvers, place, references, voters] = await Promise.all([
    approverErrors(context, draft.approval, subjectOf(context, draft)),
    placeErrorsOf(context, draft),
    errorsIn(
      () => assertNotAhead('opened_at', given.opened_at, context.clock),
      () => assertProjectUsable(context, draft),
      () => assertDetailReferences(context, body.details),
      () => assertReviewed(context, type.subtype, details),
      () => assertConcerned(context, body),
      () => assertParent(context, body.parent_id),
      () => assertAssignee(context, body.assignee_id, draft.project_id),
    ),
    voterErrors(context, subjectOf(context, draft), body.details ?? {}, {}),
  ])
  return [
    ...keyErrors(draft.statuses, 'status', body.status),
    ...keyErrors(draft.priorities, 'priority', draft.priorityKey),
    ...detailsErrors(type.subtype, body.details ?? {}),
    ...spanErrors(body.details ?? {}, details),
    ...approvalStatusErrors(given.details ?? {}, details, draft.approval),
    ...approvers,
    ...custom.errors,
    ...invariantErrors(viewOf(draft)),
    ...owedErrors(type.subtype, details, status).filter(({ field }) => field === '/details/outcome'),
    ...screenErrors(screen, 'create', given, after),
    ...place,
    ...references,
    ...voters,
  ]
}

/** The project of a new issue must be in use; the error about a shared default says that another one can be named. */
async function assertProjectUsable({ tx }: WriteContext, { given, project_id }: Draft): Promise<void> {
  const errors = await errorsIn(() => projectStore.reference(tx, 'project_id', project_id))
  if (errors.length === 0) return
  if (given.project_id !== undefined) throw invalid(...errors)
  const message = 'the default project is not in use; name another project in project_id'
  throw invalid({ field: 'project_id', code: 'required', message })
}

/** A new issue as far as its approval depends on it. */
const subjectOf = ({ actor }: WriteContext, { project_id, body, details }: Draft) => ({
  id: null,
  project_id,
  created_by: actor.userId,
  reporter_id: body.reporter_id ?? actor.userId,
  assignee_id: body.assignee_id ?? null,
  details,
})

/** A parent that is not there is refused elsewhere. */
async function placeErrorsOf({ tx }: WriteContext, { type, body }: Draft): Promise<FieldError[]> {
  const { parent_id = null } = body
  const levels = await levelsAround(tx, parent_id, null)
  return placeErrors(type, levels, { parent_id, namesParent: true })
}

/** A new issue as the rules see it. */
export const viewOf = ({ type, details, body }: Draft): IssueView => ({
  subtype: type.subtype,
  details,
  resolution: body.resolution ?? null,
  first_responded_at: null,
  resolved_at: null,
  closed_at: null,
})

function chosenType(types: readonly TypeView[], key: string | undefined): TypeView | undefined {
  const inUse = types.filter(({ is_active }) => is_active)
  if (key !== undefined) return inUse.find((type) => type.key === key)
  return inUse.find(({ is_default }) => is_default) ?? inUse.find((type) => type.key === 'task')
}

const chosenStatus = (statuses: readonly WorkflowStatusView[], wanted: string | undefined) =>
  statuses.find(({ key, is_active }) => is_active && key === wanted) ??
  statuses.find(({ is_initial, is_active }) => is_initial && is_active)

const activeKey = (priorities: readonly PriorityView[], wanted: string | undefined) =>
  priorities.find(({ key, is_active }) => is_active && key === wanted)?.key

const defaultOf = (priorities: readonly PriorityView[]) =>
  priorities.find(({ is_default, is_active }) => is_default && is_active)?.key ?? 'medium'

const lacksInitial = ({ key }: TypeView, { issue_type }: IssueCreate): FieldError =>
  issue_type === undefined
    ? {
        field: 'issue_type',
        code: 'required',
        message: `the workflow of the default type ${key} has no active initial status; name another type in issue_type`,
      }
    : {
        field: 'issue_type',
        code: 'not_allowed_value',
        message: `the workflow of the type ${key} has no active initial status; give it one, or choose another type`,
      }

/** The error of an issue that names no type in a project where no default type is in use. */
function lacksDefault(types: readonly TypeView[]): FieldError {
  const allowed = types.filter(({ is_active }) => is_active).map(({ key }) => key)
  const message = `no default type is in use in the project; name one of ${allowed.join(', ')}`
  return { field: 'issue_type', code: 'required', message, allowed }
}

async function newDetails(
  context: WriteContext,
  { subtype }: TypeView,
  given: IssueDetailsInput | undefined,
  following: StoredDetails,
): Promise<StoredDetails> {
  const details = mergedDetails(subtype, {}, { ...following, ...given })
  const [incident] = given?.incident_ids ?? []
  if (subtype !== 'post_incident_analysis' || given?.timeline || !incident) return details
  return { ...details, timeline: await eventsOf(context.tx, incident) }
}

import type { IssueCreate } from '@commonhold/contract'
import type { FieldError } from '../../base/problem.ts'
import {
  type IssueConfiguration,
  isOfProject,
  keyErrors,
  type PriorityView,
  screenIn,
  statusesIn,
  type TypeView,
  type WorkflowStatusView,
} from '../configuration/issue-configuration.rules.ts'
import type { Levels } from '../configuration/issue-hierarchy.repository.ts'
import { placeErrors } from '../configuration/issue-hierarchy.rules.ts'
import {
  detailsAfter,
  type IssueView,
  invariantErrors,
  statusErrors,
} from '../configuration/issue-lifecycle.rules.ts'
import {
  defaultsFor,
  type ScreenMember,
  screenErrors,
  withDefaults,
} from '../configuration/issue-screens.rules.ts'
import {
  detailsErrors,
  mergedDetails,
  priorityOf,
  type StoredDetails,
  spanErrors,
} from '../fields/issue-details.rules.ts'
import { type CustomValues, customValues } from '../issues/issue-custom-values.rules.ts'
import {
  approvalOfNew,
  approvalStatusErrors,
  type PlannedApproval,
  withApproval,
} from './issue-approval-plan.rules.ts'

/** A complete new issue. It is not checked against the rules yet. */
export interface Draft {
  readonly given: IssueCreate
  /** The given members with the defaults of the screen. */
  readonly body: IssueCreate
  readonly screen: readonly ScreenMember[]
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

/** The projects of issues that name no project. */
export interface DefaultProjects {
  readonly repairs: string
  readonly others: string
}

/** The facts from which a new issue is computed. */
export interface DraftFacts {
  readonly configuration: IssueConfiguration
  readonly defaultProjects: DefaultProjects
}

/** The new issue of a body, or the errors if its type or its status cannot be determined. */
export type Drafted =
  | { readonly draft: Draft; readonly errors?: never }
  | { readonly draft?: never; readonly errors: readonly FieldError[] }

/** Computes the new issue of a body. */
export function draftOf({ configuration, defaultProjects }: DraftFacts, given: IssueCreate): Drafted {
  const projectOf = ({ subtype }: TypeView) =>
    given.project_id ?? (subtype === 'repair' ? defaultProjects.repairs : defaultProjects.others)
  const { priorities, customFields } = configuration
  const types = configuration.types.filter((one) => isOfProject(one, projectOf(one)))
  const type = chosenType(types, given.issue_type)
  if (!type)
    return {
      errors:
        given.issue_type === undefined
          ? [lacksDefault(types)]
          : keyErrors(types, 'issue_type', given.issue_type),
    }
  const statuses = statusesIn(configuration, type.workflow_id)
  const screen = screenIn(configuration, type.create_screen_id, type.id)
  const body = withDefaults(defaultsFor(screen, type.subtype), given)
  const status = chosenStatus(statuses, body.status)
  if (!status) return { errors: [lacksInitial(type, given)] }
  const following = detailsAfter(type.subtype, undefined, status)
  const merged = mergedDetails(type.subtype, {}, { ...following, ...body.details })
  const approval = approvalOfNew(type.subtype, status)
  return {
    draft: {
      given,
      body,
      screen,
      project_id: projectOf(type),
      type,
      statuses,
      status,
      priorities,
      priorityKey:
        given.priority ?? activeKey(priorities, priorityOf(merged)) ?? body.priority ?? defaultOf(priorities),
      details: withApproval(type.subtype, {}, merged, approval),
      approval,
      custom: customValues(customFields, { typeId: type.id, formerTypeId: null }, body.custom_fields, {}),
    },
  }
}

/** Data and errors that were read from the database to check a new issue. */
export interface DraftFindings {
  /** The error if the issue needs an approval, but has no approver who may vote. */
  readonly approvers: readonly FieldError[]
  readonly customNames: readonly FieldError[]
  readonly levels: Levels
  readonly references: readonly FieldError[]
  readonly voters: readonly FieldError[]
}

/** All errors of a new issue, in a fixed order. */
export function errorsOfDraft(draft: Draft, found: DraftFindings): FieldError[] {
  const { given, body, screen, type, status, details, custom } = draft
  const { parent_id = null } = body
  const after = {
    ...body,
    issue_type: type.key,
    priority: draft.priorityKey,
    status: status.key,
    details,
    custom_fields: custom.values,
  }
  return [
    ...keyErrors(draft.statuses, 'status', body.status),
    ...keyErrors(draft.priorities, 'priority', draft.priorityKey),
    ...detailsErrors(type.subtype, body.details ?? {}),
    ...spanErrors(body.details ?? {}, details),
    ...approvalStatusErrors(given.details ?? {}, details, draft.approval),
    ...found.approvers,
    ...custom.errors,
    ...found.customNames,
    ...invariantErrors(viewOf(draft)),
    ...statusErrors(type.subtype, details, status).filter(({ field }) => field === '/details/outcome'),
    ...screenErrors(screen, 'create', given, after),
    // A parent that does not exist is an error among `found.references`.
    ...placeErrors(type, found.levels, { parent_id, namesParent: true }),
    ...found.references,
    ...found.voters,
  ]
}

/** A new issue in the form that the rules expect. */
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

const chosenStatus = (statuses: readonly WorkflowStatusView[], requested: string | undefined) =>
  statuses.find(({ key, is_active }) => is_active && key === requested) ??
  statuses.find(({ is_initial, is_active }) => is_initial && is_active)

const activeKey = (priorities: readonly PriorityView[], requested: string | undefined) =>
  priorities.find(({ key, is_active }) => is_active && key === requested)?.key

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

import type { z } from 'zod'
import { byTime } from '../kernel/filters.ts'
import { instant, queryAnyOf, queryBoolean, reference, userReference } from '../kernel/schema.ts'
import {
  anyOutcome,
  anyResolution,
  approvalRule,
  approvalStatus,
  changeType,
  impact,
  onHoldReason,
  origin,
  reviewStatus,
  risk,
  severity,
  urgency,
} from './issue-details-values.ts'

const only = (what: string) =>
  `Only issues whose details have ${what}. Issues of kinds without this member are left out.`
const anyOf = <S extends z.ZodType>(schema: S, what: string) =>
  queryAnyOf(schema).meta({
    description: `${only(what)} Repeat it, or separate values by commas, for any of several.`,
  })
const flag = (what: string) => queryBoolean().meta({ description: only(what) })
const naming = (what: string) => anyOf(reference(what), `this id of ${what}`)

/** Times in details. Lists can be filtered by ranges of them and sorted by them, like the times of the issue itself. */
export const issueDetailsTimes = {
  resume_at: byTime(instant(), { nullable: true }),
  detected_at: byTime(instant(), { nullable: true }),
  acknowledged_at: byTime(instant(), { nullable: true }),
  restored_at: byTime(instant(), { nullable: true }),
  known_error_at: byTime(instant(), { nullable: true }),
  planned_start_at: byTime(instant(), { nullable: true }),
  planned_end_at: byTime(instant(), { nullable: true }),
  actual_start_at: byTime(instant(), { nullable: true }),
  actual_end_at: byTime(instant(), { nullable: true }),
  fulfilled_at: byTime(instant(), { nullable: true }),
} as const

/** Filters of lists by members of details. A filter `…_id` can also match one id of a member `…_ids`. */
export const issueDetailsFilters = {
  impact: anyOf(impact, 'this impact'),
  urgency: anyOf(urgency, 'this urgency'),
  origin: anyOf(origin, 'this origin'),
  on_hold_reason: anyOf(onHoldReason, 'this reason for the pause'),
  resolution_code: anyOf(anyResolution, 'this resolution code'),
  severity: anyOf(severity, 'this severity'),
  is_major: flag('this value of `is_major`'),
  is_known_error: flag('this value of `is_known_error`'),
  change_type: anyOf(changeType, 'this type of change'),
  risk: anyOf(risk, 'this risk'),
  outage_expected: flag('this value of `outage_expected`'),
  approval_rule: anyOf(approvalRule, 'this rule of approval'),
  approval_status: anyOf(approvalStatus, 'this status of the approval'),
  outcome: anyOf(anyOutcome, 'this outcome'),
  review_status: anyOf(reviewStatus, 'this status of the review'),
  requester_person_id: naming('the requester'),
  requested_for_person_id: naming('the person that the request is for'),
  problem_id: naming('the problem that caused the incident'),
  caused_by_change_id: naming('the change that caused the incident'),
  approver_id: anyOf(userReference('an approver'), 'this id of an approver'),
  incident_id: naming('an incident that the analysis covers'),
  action_issue_id: naming('an issue for an action'),
} as const

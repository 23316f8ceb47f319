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

const only = (what: string) => `Only issues whose details have ${what}; those of other kinds are left out.`
const anyOf = <S extends z.ZodType>(schema: S, what: string) =>
  queryAnyOf(schema).meta({
    description: `${only(what)} Repeat it, or separate values by commas, for any of several.`,
  })
const flag = (what: string) => queryBoolean().meta({ description: only(what) })
const naming = (what: string) => anyOf(reference(what), `this id of ${what}`)

/** Moments in details: lists take ranges of them and are sorted by them, as by the issue's own. */
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

/** Members of details by which lists of issues are narrowed; `…_id` finds one among the ids of a list. */
export const issueDetailsFilters = {
  impact: anyOf(impact, 'this impact'),
  urgency: anyOf(urgency, 'this urgency'),
  origin: anyOf(origin, 'this origin'),
  on_hold_reason: anyOf(onHoldReason, 'this reason for the pause'),
  resolution_code: anyOf(anyResolution, 'this resolution code'),
  severity: anyOf(severity, 'this severity'),
  is_major: flag('this mark of a major incident'),
  is_known_error: flag('this mark of a known error'),
  change_type: anyOf(changeType, 'this type of change'),
  risk: anyOf(risk, 'this risk'),
  outage_expected: flag('this expectation of an outage'),
  approval_rule: anyOf(approvalRule, 'this rule of approval'),
  approval_status: anyOf(approvalStatus, 'this state of the approval'),
  outcome: anyOf(anyOutcome, 'this outcome'),
  review_status: anyOf(reviewStatus, 'this state of the review'),
  requester_person_id: naming('the person who asked'),
  requested_for_person_id: naming('the person it is for'),
  problem_id: naming('the problem behind it'),
  caused_by_change_id: naming('the change that caused it'),
  approver_id: anyOf(userReference('a user who approves'), 'this id of a user who approves'),
  incident_id: naming('an incident that it looks at'),
  action_issue_id: naming('an issue in which an action is carried out'),
} as const

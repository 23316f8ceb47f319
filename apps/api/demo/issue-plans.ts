import type { IssueDetailsInput, IssueSubtype } from '@commonhold/contract'
import type { Role } from './accounts.ts'
import { type IssuePlan, legsOf, stepsOf } from './issue-plan.ts'
import { type Random, randomFor } from './random.ts'
import { topics } from './tickets.ts'
import { after, atWork, DAY, HOUR, midnight } from './times.ts'

const kinds: Readonly<Record<IssueSubtype, number>> = {
  incident: 40,
  service_request: 24,
  task: 14,
  repair: 11,
  change: 6,
  known_problem: 4,
  post_incident_analysis: 1,
}

/** Kinds that the service desk itself opens; standard changes need its permission. */
const fromDesk: readonly IssueSubtype[] = ['change', 'known_problem', 'post_incident_analysis']
const desk = { agent: 70, second_agent: 30 } as const
const reporters = { teacher: 40, secretary: 25, ...desk } as const

/** Days before the last one that issues of the demo come in on: a year. */
const SPAN = 365

/** All issues of a year in the order in which they came in; fewer in July. */
export function planIssues(count: number, anchor: string): IssuePlan[] {
  const random = randomFor('issues')
  const end = midnight(anchor)
  const opened = Array.from({ length: count }, () => someMoment(end, random)).toSorted(
    (one, other) => one.getTime() - other.getTime(),
  )
  return opened.map((moment, place) => planIssue(place, moment, end, random))
}

/** Statuses in which the way of an issue ends. */
const ends: ReadonlySet<string> = new Set(['closed', 'cancelled', 'rejected', 'final'])

/** Whether an issue is still being worked on when its plan ends. */
export function isOpen({ steps }: IssuePlan): boolean {
  const last = steps.findLast((step) => step.kind === 'move')
  return last === undefined || !ends.has(last.to)
}

/** So many of the plans, in their order: the open ones first of all, and closed ones of all parts of the year. */
export function leaveOut(plans: readonly IssuePlan[], count: number): readonly IssuePlan[] {
  const closed = plans.filter((plan) => !isOpen(plan))
  const kept = Math.max(0, count - (plans.length - closed.length))
  if (kept >= closed.length) return plans
  const chosen = new Set(
    Array.from({ length: kept }, (_, place) => closed[Math.floor((place * closed.length) / kept)]),
  )
  return plans.filter((plan) => isOpen(plan) || chosen.has(plan))
}

function someMoment(end: Date, random: Random): Date {
  for (;;) {
    const moment = atWork(
      after(end, -Math.floor(random.number() * (SPAN - 3) + 3) * DAY + random.between(7 * HOUR, 16 * HOUR)),
    )
    if (moment.getUTCMonth() !== 6 || random.chance(0.2)) return moment
  }
}

function planIssue(place: number, opened: Date, end: Date, random: Random): IssuePlan {
  // The first few are of every kind, so that the smallest district has them all.
  const names = Object.keys(kinds) as IssueSubtype[]
  const subtype = names[place] ?? random.weighted(kinds)
  const by: Role = random.weighted<Role>(fromDesk.includes(subtype) ? desk : reporters)
  const details = detailsOf(subtype, opened, random)
  const approver = approverOf(subtype, details, random)
  return {
    subtype,
    at: opened,
    by,
    topic: random.pick(topics[subtype]),
    priority: random.weighted({ critical: 4, high: 18, medium: 55, low: 23 }),
    requester: random.between(0, 1_000_000),
    subject: random.between(0, 1_000_000),
    details,
    approver,
    daysToDo: random.chance(0.35) ? random.between(3, 30) : null,
    steps: stepsOf(legsOf(subtype, random, approver), { opened, by, end }, random),
  }
}

function detailsOf(subtype: IssueSubtype, opened: Date, random: Random): IssueDetailsInput {
  if (subtype === 'task') return {}
  const service = {
    origin: random.weighted({ portal: 50, mail: 22, phone: 18, in_person: 10 }),
    impact: random.weighted({ high: 10, medium: 40, low: 50 }),
    urgency: random.weighted({ critical: 3, high: 17, medium: 50, low: 30 }),
  }
  if (subtype === 'incident')
    return {
      ...service,
      severity: random.weighted({ critical: 3, high: 17, medium: 50, low: 30 }),
      detected_at: after(opened, -random.between(1, 20) * 60_000).toISOString(),
    }
  if (subtype === 'service_request') return { ...service, quantity: random.between(1, 5) }
  if (subtype === 'known_problem') return { ...service, symptom: 'See the incidents that are linked.' }
  if (subtype === 'post_incident_analysis') return { ...service, timeline: timelineBefore(opened) }
  if (subtype !== 'change') return service
  const start = after(opened, random.between(6, 14) * DAY)
  return {
    ...service,
    change_type: random.weighted({ standard: 45, normal: 55 }),
    risk: random.weighted({ low: 60, medium: 30, high: 10 }),
    reason: 'Needed for safe and steady lessons.',
    implementation_plan: '1. Announce\n2. Back up\n3. Change\n4. Test in one room',
    backout_plan: 'Restore the backup.',
    planned_start_at: start.toISOString(),
    planned_end_at: after(start, 3 * HOUR).toISOString(),
  }
}

/** What the review tells; without it, the service would copy the times of the incident. */
const timelineBefore = (opened: Date) => [
  { occurred_at: after(opened, -30 * HOUR).toISOString(), text: 'Both switches lose power.' },
  { occurred_at: after(opened, -29 * HOUR).toISOString(), text: 'The service desk is called.' },
  { occurred_at: after(opened, -26 * HOUR).toISOString(), text: 'A spare power supply is in place.' },
]

function approverOf(subtype: IssueSubtype, { change_type }: IssueDetailsInput, random: Random): Role | null {
  if (subtype === 'change') return change_type === 'normal' ? 'owner' : null
  return subtype === 'service_request' && random.chance(0.35) ? 'principal' : null
}

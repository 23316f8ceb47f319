import type { IssueDetailsInput, IssueSubtype, IssueUpdate } from '@commonhold/contract'
import type { Role } from './accounts.ts'
import type { Random } from './random.ts'
import { answers, internalNotes, questions, resolutions, type Topic } from './tickets.ts'
import { after, hoursLater } from './times.ts'

/** What somebody does with an issue, and when. */
export type Step = { readonly at: Date; readonly by: Role } & (
  | { readonly kind: 'comment'; readonly body: string; readonly visibility: 'public' | 'internal' }
  | { readonly kind: 'move'; readonly to: string; readonly fields: IssueUpdate; readonly comment?: string }
  | { readonly kind: 'vote'; readonly decision: 'approve' | 'reject' }
)

/** An issue as it came in, and what became of it. */
export interface IssuePlan {
  readonly subtype: IssueSubtype
  readonly at: Date
  readonly by: Role
  readonly topic: Topic
  readonly priority: string
  /** Places of what it names; what there are is divided by the number of them. */
  readonly requester: number
  readonly subject: number
  readonly details: IssueDetailsInput
  readonly approver: Role | null
  readonly daysToDo: number | null
  readonly steps: readonly Step[]
}

/** One leg of a way through a workflow: hours after the one before, who, and into which status. */
type Leg = readonly [hours: number, by: Role, to: string, fields?: IssueUpdate]
type Vote = readonly [hours: number, by: Role, vote: { readonly decision: 'approve' | 'reject' }]

const worker = (random: Random): Role =>
  random.pick(['technician', 'second_technician', 'agent', 'second_agent'])

const close = (by: Role): Leg => [70, by, 'closed']

function incident(random: Random): Leg[] {
  const by = worker(random)
  if (random.chance(0.04)) return [[5, by, 'cancelled']]
  const code = random.pick(['fixed', 'workaround', 'assistance', 'hardware_repair', 'system_update'] as const)
  const resolve: Leg = [
    random.between(2, 60),
    by,
    'resolved',
    { details: { resolution_code: code, resolution_notes: random.pick(resolutions) } },
  ]
  return [
    [random.between(1, 10), by, 'in_progress'],
    ...holding(random, by),
    resolve,
    ...(random.chance(0.06) ? ([[20, by, 'in_progress'], resolve] as Leg[]) : []),
    close(by),
  ]
}

function holding(random: Random, by: Role): Leg[] {
  if (!random.chance(0.2)) return []
  const reason = random.pick(['awaiting_requester', 'awaiting_vendor', 'scheduled'] as const)
  return [
    [random.between(2, 8), by, 'on_hold', { details: { on_hold_reason: reason } }],
    [random.between(20, 120), by, 'in_progress'],
  ]
}

function request(random: Random, approver: Role | null): (Leg | Vote)[] {
  const by = worker(random)
  const fulfil: Leg[] = [
    [random.between(2, 20), by, 'in_progress'],
    ...holding(random, by),
    [
      random.between(4, 50),
      by,
      'resolved',
      { details: { resolution_code: 'fulfilled', resolution_notes: 'Handed over.' } },
    ],
    close(by),
  ]
  if (!approver) return fulfil
  const ask: Leg = [3, 'agent', 'waiting_for_approval']
  if (random.chance(0.12)) return [ask, [20, approver, { decision: 'reject' }], [1, by, 'rejected']]
  return [ask, [20, approver, { decision: 'approve' }], [2, by, 'approved'], ...fulfil]
}

function change(random: Random, approver: Role | null): (Leg | Vote)[] {
  const by = worker(random)
  const outcome = random.weighted({ successful: 80, successful_with_issues: 14, unsuccessful: 6 })
  const done: Leg[] = [
    [random.between(30, 150), by, 'implement'],
    [random.between(1, 8), by, 'review'],
    [24, by, 'closed', { details: { outcome } }],
  ]
  const scheduled: Leg = [4, by, 'scheduled']
  if (!approver) return [scheduled, ...done]
  const approved: Vote = [30, approver, { decision: 'approve' }]
  return [[4, by, 'assess'], [20, by, 'authorize'], approved, scheduled, ...done]
}

function problem(random: Random): Leg[] {
  const by = worker(random)
  const found: IssueUpdate = {
    details: {
      root_cause: 'An update of the maker changed the default.',
      workaround: 'Switch the device off and on again.',
      is_known_error: true,
    },
  }
  return [
    [10, by, 'assess'],
    [30, by, 'root_cause_analysis'],
    [200, by, 'fix_in_progress', found],
    [
      400,
      by,
      'resolved',
      { details: { resolution_code: 'fixed', resolution_notes: 'Fixed with the update of the maker.' } },
    ],
    close(by),
  ]
}

function task(random: Random): Leg[] {
  const by = worker(random)
  if (random.chance(0.06)) return [[30, by, 'cancelled']]
  return [[random.between(10, 60), by, 'in_progress'], [random.between(10, 100), by, 'resolved'], close(by)]
}

function repair(random: Random): Leg[] {
  const by: Role = random.pick(['technician', 'second_technician'])
  const outcome = random.weighted({ repaired: 76, replaced: 12, no_fault_found: 8, not_repairable: 4 })
  return [
    [random.between(3, 30), by, 'in_progress'],
    ...holding(random, by),
    [
      random.between(20, 160),
      by,
      'resolved',
      { details: { outcome, resolution_notes: random.pick(resolutions) } },
    ],
    close(by),
  ]
}

function review(): Leg[] {
  return [
    [40, 'agent', 'review'],
    [60, 'agent', 'final', { details: { root_cause: 'A single power supply fed both switches.' } }],
  ]
}

/** The way that an issue takes from its first status on. */
export function legsOf(subtype: IssueSubtype, random: Random, approver: Role | null): (Leg | Vote)[] {
  if (subtype === 'service_request') return request(random, approver)
  if (subtype === 'change') return change(random, approver)
  if (subtype === 'incident') return incident(random)
  if (subtype === 'known_problem') return problem(random)
  if (subtype === 'repair') return repair(random)
  return subtype === 'task' ? task(random) : review()
}

const isVote = (leg: Leg | Vote): leg is Vote => typeof leg[2] === 'object'

/** The steps of an issue up to the day on which the demo stands, with what people write in between. */
export function stepsOf(
  legs: readonly (Leg | Vote)[],
  { opened, by, end }: { readonly opened: Date; readonly by: Role; readonly end: Date },
  random: Random,
): Step[] {
  const steps: Step[] = []
  let moment = opened
  for (const leg of legs) {
    steps.push(...talk(random, moment, by))
    moment = hoursLater(steps.at(-1)?.at ?? moment, leg[0], random)
    // Some are left lying.
    if (random.chance(0.012)) break
    const [, actor, to] = leg
    if (isVote(leg)) steps.push({ kind: 'vote', at: moment, by: actor, decision: leg[2].decision })
    else steps.push({ kind: 'move', at: moment, by: actor, to: String(to), fields: leg[3] ?? {} })
  }
  return steps.filter(({ at }) => at < end)
}

function talk(random: Random, from: Date, reporter: Role): Step[] {
  if (!random.chance(0.3)) return []
  const by = worker(random)
  const first = hoursLater(from, 2, random)
  const comment = (at: Date, who: Role, body: string, visibility: 'public' | 'internal'): Step => ({
    kind: 'comment',
    at,
    by: who,
    body,
    visibility,
  })
  if (random.chance(0.3)) return [comment(first, by, random.pick(internalNotes), 'internal')]
  const asked = comment(first, by, random.pick(questions), 'public')
  return random.chance(0.6)
    ? [asked, comment(hoursLater(after(first, 60_000), 3, random), reporter, random.pick(answers), 'public')]
    : [asked]
}

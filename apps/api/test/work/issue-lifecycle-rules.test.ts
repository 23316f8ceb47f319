import type { IssueStatusCategory, IssueSubtype } from '@commonhold/contract'
import { describe, expect, test } from 'vitest'
import {
  detailsAfter,
  type IssueView,
  invariantErrors,
  missingKeys,
  type StatusView,
  statusErrors,
  timesAfter,
} from '../../src/work/configuration/issue-lifecycle.rules.ts'

const statusOf = (category: IssueStatusCategory, over: Partial<StatusView> = {}): StatusView => ({
  id: category,
  key: category,
  name: category,
  category,
  pauses_clock: false,
  is_initial: false,
  waits_for_approval: false,
  ...over,
})

const issue: IssueView & { readonly reporter_id: string } = {
  subtype: 'incident',
  details: {},
  resolution: null,
  first_responded_at: null,
  resolved_at: null,
  closed_at: null,
  reporter_id: 'reporter',
}
const earlier = '2024-05-05T12:00:00.000Z'
const now = '2024-05-06T08:00:00.000Z'

describe('the times of an issue', () => {
  const none = { first_responded_at: null, resolved_at: null, closed_at: null, resolution: null }
  const finished = {
    first_responded_at: earlier,
    resolved_at: earlier,
    closed_at: earlier,
    resolution: 'fixed',
  }
  type Category = IssueStatusCategory
  const rows: [
    what: string,
    before: Partial<IssueView>,
    from: Category | undefined,
    to: Category,
    actor: string,
    after: object,
  ][] = [
    ['that is new', {}, undefined, 'unstarted', 'agent', none],
    ['that an agent starts', {}, 'unstarted', 'started', 'agent', { ...none, first_responded_at: now }],
    ['that its reporter starts', {}, 'unstarted', 'started', 'reporter', none],
    [
      'that is started again',
      { first_responded_at: earlier },
      'unstarted',
      'started',
      'agent',
      { ...none, first_responded_at: earlier },
    ],
    [
      'that is completed',
      { details: { resolution_code: 'fixed' } },
      'started',
      'completed',
      'agent',
      { first_responded_at: now, resolved_at: now, closed_at: now, resolution: 'fixed' },
    ],
    ['that is completed further', finished, 'completed', 'completed', 'agent', finished],
    ['that is cancelled', {}, 'unstarted', 'cancelled', 'agent', { ...none, closed_at: now }],
    [
      'that is cancelled once it is completed',
      finished,
      'completed',
      'cancelled',
      'agent',
      { ...finished, resolved_at: null },
    ],
    ['that is reopened', finished, 'completed', 'started', 'agent', { ...none, first_responded_at: earlier }],
  ]

  test.each(rows)('%s', (_, before, from, to, actor_id, after) => {
    expect(timesAfter({ ...issue, ...before }, from, to, { now, actor_id })).toEqual(after)
  })
})

describe('details that follow from a status', () => {
  const paused = statusOf('started', { pauses_clock: true })
  const started = statusOf('started')
  const completed = statusOf('completed')
  const reopened = { resolution_code: null, resolution_notes: null }
  const rows: [what: string, IssueSubtype, from: StatusView | undefined, to: StatusView, after: object][] = [
    ['of a pause that ends', 'incident', paused, started, { on_hold_reason: null, resume_at: null }],
    ['of a pause that goes on', 'incident', paused, paused, {}],
    ['of a task, which has none', 'task', paused, started, {}],
    ['of an issue that is reopened', 'incident', completed, started, reopened],
    ['of an issue that is closed otherwise', 'incident', completed, statusOf('cancelled'), {}],
    [
      'of a review that begins',
      'post_incident_analysis',
      undefined,
      statusOf('unstarted'),
      { review_status: 'draft' },
    ],
    [
      'of a review that is started',
      'post_incident_analysis',
      undefined,
      started,
      { review_status: 'in_review' },
    ],
    [
      'of a review that is completed',
      'post_incident_analysis',
      started,
      completed,
      { review_status: 'final' },
    ],
    ['of a review that is cancelled', 'post_incident_analysis', started, statusOf('cancelled'), {}],
  ]

  test.each(rows)('%s', (_, subtype, from, to, after) => {
    expect(detailsAfter(subtype, from, to)).toEqual(after)
  })
})

describe('what an issue lacks', () => {
  const paused = statusOf('started', { pauses_clock: true })
  const waiting = statusOf('started', { pauses_clock: true, waits_for_approval: true })
  const completed = statusOf('completed')
  const rows: [what: string, IssueSubtype, details: object, StatusView, owed: string[], keys?: string[]][] = [
    ['in a pause', 'incident', {}, paused, ['on_hold_reason']],
    ['in a pause, with a reason', 'incident', { on_hold_reason: 'vendor' }, paused, []],
    ['in a pause, as a task', 'task', {}, paused, []],
    ['while it waits for approval', 'change', {}, waiting, [], ['approver_ids']],
    ['while its approvers vote', 'change', { approver_ids: ['ada'] }, waiting, []],
    ['where others wait for approval', 'incident', {}, waiting, []],
    ['once it is resolved', 'incident', {}, completed, ['resolution_notes']],
    [
      'once it is resolved, with an empty text',
      'incident',
      { resolution_notes: '' },
      completed,
      ['resolution_notes'],
    ],
    ['once it is cancelled', 'incident', {}, statusOf('cancelled'), []],
    ['once a change is made', 'change', {}, completed, ['outcome']],
    [
      'once a repair is done',
      'repair',
      {},
      completed,
      ['resolution_notes', 'outcome'],
      ['resolution_notes', 'repair_outcome'],
    ],
    ['once a review is final', 'post_incident_analysis', {}, completed, [], ['incident_ids', 'root_cause']],
  ]

  test.each(rows)('%s', (_, subtype, details, status, owed, keys = owed) => {
    const errors = statusErrors(subtype, { ...details }, status)
    expect(errors.map(({ field }) => field)).toEqual(owed.map((member) => `/details/${member}`))
    expect(missingKeys(subtype, { ...details }, status)).toEqual(keys)
  })

  test.each<[details: object, lacking: string[]]>([
    [{ review_status: 'in_review' }, []],
    [{ review_status: 'final' }, ['/details/incident_ids', '/details/root_cause']],
    [{ review_status: 'final', incident_ids: ['one'], root_cause: 'A loose cable' }, []],
  ])('in any status, as a review with %j', (details, lacking) => {
    const review = { ...issue, subtype: 'post_incident_analysis' as const, details: { ...details } }
    expect(invariantErrors(review).map(({ field }) => field)).toEqual(lacking)
  })
})

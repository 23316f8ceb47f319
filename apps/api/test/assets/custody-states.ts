import type { OpenAssignment } from '../../src/assets/asset-circulations.rules.ts'
import type { CirculationCommand } from '../../src/assets/circulation-decision.rules.ts'
import type { CustodyChanges, CustodyState } from '../../src/assets/custody.rules.ts'
import { type Place, Stock } from '../../src/assets/stock-pieces.rules.ts'
import { ProblemException } from '../../src/base/problem.ts'

/** The current day in these tests. */
export const TODAY = '2024-05-10'
const NOW = `${TODAY}T12:00:00.000Z`

const asset: CustodyState['asset'] = {
  tracking_type: 'serialized',
  status: 'active',
  quantity: 1,
  available_quantity: 1,
  location_id: null,
  holder_id: null,
  located_at: null,
  held_at: null,
  last_confirmed_at: null,
  lost_at: null,
  stolen_at: null,
  disposed_at: null,
}

/** An open assignment of one piece to a person since the first of the month. */
export const assignment = (person_id: string, members: Partial<OpenAssignment> = {}): OpenAssignment => ({
  id: `assignment of ${person_id}`,
  person_id,
  location_id: null,
  quantity: 1,
  start_date: '2024-05-01',
  end_date: null,
  expected_return_date: null,
  closed_at: null,
  correlation_id: `correlation of ${person_id}`,
  ...members,
})

/** The same assignment, to a location. */
export const assignmentOf = (location_id: string, members: Partial<OpenAssignment> = {}): OpenAssignment =>
  assignment(location_id, { person_id: null, location_id, ...members })

interface Held {
  readonly open?: readonly OpenAssignment[]
  /** The holders whose pieces were issued, with the location that the pieces came from. */
  readonly issued?: Readonly<Record<string, Place>>
}

const heldOf = ({ open = [], issued = {} }: Held) => ({
  open,
  issued: new Map(Object.entries(issued).map(([holder, place]) => [`assignment of ${holder}`, place])),
  timezone: 'UTC',
})

/** A single piece. */
export const single = (members: Partial<CustodyState['asset']> = {}, held: Held = {}): CustodyState => ({
  asset: { ...asset, ...members },
  stock: new Stock([]),
  ...heldOf(held),
})

/** A stock of ten pieces. `at` is the number of pieces per location; the key `unknown` means no known location. */
export const pieces = (at: Readonly<Record<string, number>>, held: Held = {}): CustodyState => ({
  asset: {
    ...asset,
    tracking_type: 'countable',
    quantity: 10,
    available_quantity: 10 - (held.open ?? []).reduce((sum, { quantity }) => sum + quantity, 0),
  },
  stock: new Stock(
    Object.entries(at).map(([place, quantity]) => ({
      location_id: place === 'unknown' ? null : place,
      quantity,
      changed_at: '2024-05-01T12:00:00.000Z',
    })),
  ),
  ...heldOf(held),
})

/** A circulation of today. */
export const circulation = (
  circulation_type: CirculationCommand['reported']['circulation_type'],
  members: Partial<CirculationCommand['reported']> = {},
  others: Partial<CirculationCommand> = {},
): CirculationCommand => ({
  reported: {
    circulation_type,
    person_id: null,
    location_id: null,
    quantity: undefined,
    occurred_at: NOW,
    ...members,
  },
  from_location_id: null,
  isForced: false,
  unreceivedMove: undefined,
  notes: undefined,
  tenant_id: undefined,
  today: TODAY,
  ...others,
})

/** Decided changes in the short form of the test tables. Empty lists are left out. */
export function summaryOf(changes: CustodyChanges) {
  const { cancelled, ended, changed, created, recorded, stock, open, patch } = changes
  const all = {
    cancelled,
    ended: ended.map(({ id, reason, day }) => `${id}: ${reason} ${day}`),
    changed: changed.map(({ id, patch: values }) => `${id}: ${JSON.stringify(values)}`),
    created: created.map(({ person_id, location_id }) => person_id ?? location_id),
    recorded: recorded.map(
      (event) =>
        `${event.circulation_type} ${event.quantity} ${event.person_id ?? event.location_id ?? 'unknown'}`,
    ),
    stock: stock.places().map((place) => `${stock.at(place)} ${place ?? 'unknown'}`),
    open: open.map((one) => `${one.quantity} ${one.person_id ?? one.location_id}`),
    status: [patch.status].filter((status) => status !== undefined),
  }
  return Object.fromEntries(Object.entries(all).filter(([, list]) => list.length > 0))
}

/** The summary of what `decide` returns, or the code of the problem that it throws. */
export function outcomeOf(decide: () => CustodyChanges): unknown {
  try {
    return summaryOf(decide())
  } catch (error) {
    if (error instanceof ProblemException) return error.code
    throw error
  }
}

/** The pointers and codes of the members that `check` rejects; empty if it accepts all. */
export function rejectedBy(check: () => void): string[] {
  try {
    check()
    return []
  } catch (error) {
    if (!(error instanceof ProblemException) || !Array.isArray(error.facts.errors)) throw error
    return error.facts.errors.map(({ pointer, code }) => `${pointer} ${code}`)
  }
}

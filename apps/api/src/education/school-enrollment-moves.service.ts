import {
  type EnrollmentOnCalendarCreate,
  type EnrollmentTransfer,
  schoolEnrollmentLifecycle as lifecycle,
  type MoveInput,
} from '@commonhold/contract'
import { invalid } from '../base/problem.ts'
import type { WriteContext } from '../store/context.ts'
import { laterOf, todayIn } from '../store/days.ts'
import { assertLeaves, move } from '../store/moves.ts'
import { effectiveDay } from './effective-days.rules.ts'
import {
  clearOrigin,
  clearPrimary,
  closePeriod,
  type Entry,
  type Exit,
  lockEnrollment,
  lockEnrollmentsOf,
  openPeriod,
} from './school-enrollments.repository.ts'
import { assertEntry, assertEntryInYear, assertExitType, assertNoEntry } from './school-enrollments.rules.ts'
import { type SchoolEnrollmentRow, schoolEnrollmentStore as store } from './school-enrollments.store.ts'
import { schoolGradeLevelStore } from './school-grade-levels.store.ts'
import { readYear, type SchoolPlace, schoolTimezone, type YearAtSchool } from './school-places.repository.ts'
import { assertGradeOfSchool, assertInUse, namedGrade, namedPlace } from './school-places.service.ts'

/**
 * Enrolls a person on a calendar, with the first period. Statements that do not depend on the calendar are sent while it is read.
 */
export async function enroll(
  context: WriteContext,
  found: Promise<SchoolPlace>,
  { late_entry, ...body }: EnrollmentOnCalendarCreate & { readonly transferred_from_enrollment_id?: string },
): Promise<SchoolEnrollmentRow> {
  if (body.is_primary) void lockEnrollmentsOf(context.tx, body.person_id)
  const [place, level] = await Promise.all([found, namedGrade(context, body.grade_level_id)])
  assertGradeOfSchool(level, place.school_id)
  const year = await readYear(context.tx, place)
  const entry: Entry = {
    entry_date: body.entry_date ?? nearestDay(todayIn(year.timezone, context), year),
    entry_type: body.entry_type ?? 'new',
  }
  assertEntryInYear(entry.entry_date, year, late_entry)
  if (body.is_primary) await clearPrimary(context, { ...body, ...place })
  const enrollment = await store.insert(context, { ...body, ...place, ...entry })
  void openPeriod(context.tx, enrollment.id, entry)
  return { ...enrollment, periods: [{ ...entry, exit_date: null, exit_type: null, reason: null }] }
}

/** The day of the school year that is nearest to a day. */
function nearestDay(day: string, { first_day, last_day }: YearAtSchool): string {
  const begun = laterOf(day, first_day)
  return begun > last_day ? last_day : begun
}

type Leaving = 'withdraw' | 'graduate' | 'complete' | 'transfer'

/** The end of a period, and the time of the move; undefined means now. */
interface Departure {
  readonly exit: Exit & { readonly exit_date: string }
  readonly occurred_at: string | undefined
}

/** Ends the open period of a locked enrollment and moves it; `extra` sets further columns. */
async function leave(
  context: WriteContext,
  name: Leaving,
  before: SchoolEnrollmentRow,
  body: MoveInput,
  { exit, occurred_at }: Departure,
  extra: Record<string, unknown> = {},
): Promise<SchoolEnrollmentRow> {
  void closePeriod(context.tx, before.id, exit)
  const input = { reason: body.reason, notes: body.notes, occurred_at }
  return move(context, store, lifecycle, name, before.id, input, { ...exit, ...extra })
}

/** The end of an enrollment's period: by default today at the school, or the day of entry if that is later. */
async function departureOf(
  { tx, clock }: WriteContext,
  { school_id, entry_date }: SchoolEnrollmentRow,
  body: MoveInput & { readonly exit_date?: string | undefined },
  exit_type: Exit['exit_type'],
): Promise<Departure> {
  const { day: exit_date, occurred_at } = effectiveDay(
    { field: 'exit_date', day: body.exit_date, occurred_at: body.occurred_at },
    { from: { day: entry_date, name: 'the entry' }, notBefore: entry_date },
    { timezone: await schoolTimezone(tx, school_id), clock },
  )
  return { exit: { exit_date, exit_type, exit_reason: body.reason ?? null }, occurred_at }
}

const endedAs = { withdraw: 'withdrawn', graduate: 'graduated', complete: 'completed' } as const

/** Withdraws, graduates or completes an enrollment. */
export async function end(
  context: WriteContext,
  name: 'withdraw' | 'graduate' | 'complete',
  id: string,
  body: MoveInput & { readonly exit_date?: string | undefined },
  exitType: Exit['exit_type'],
): Promise<SchoolEnrollmentRow> {
  const before = await store.lock(context, id)
  assertLeaves(lifecycle, name, before)
  assertExitType(endedAs[name], exitType)
  return leave(context, name, before, body, await departureOf(context, before, body, exitType))
}

/** Transfers an enrollment. If the body names another calendar, the person is enrolled there in the same transaction. */
export async function transfer(
  context: WriteContext,
  id: string,
  body: EnrollmentTransfer,
): Promise<SchoolEnrollmentRow> {
  const before = await lockEnrollment(context, id)
  assertLeaves(lifecycle, 'transfer', before)
  const departure = await departureOf(context, before, body, 'transferred')
  const { entry_date, grade_level_id, late_entry } = body
  if (body.calendar_id === undefined) {
    assertNoEntry({ entry_date, grade_level_id })
    return leave(context, 'transfer', before, body, departure)
  }
  if (body.calendar_id === before.calendar_id)
    throw invalid({
      field: 'calendar_id',
      code: 'not_allowed_value',
      message: 'the enrollment is on this calendar already; choose another calendar',
    })
  const place = await namedPlace(context, body.calendar_id)
  await assertInUse(context, { person_id: before.person_id })
  const { exit_date } = departure.exit
  const arrival = entry_date ?? laterOf(exit_date, (await readYear(context.tx, place)).first_day)
  assertEntry(arrival, exit_date)
  const target = await enroll(context, Promise.resolve(place), {
    person_id: before.person_id,
    grade_level_id:
      grade_level_id === undefined ? await gradeThere(context, before.grade_level_id, place) : grade_level_id,
    entry_date: arrival,
    entry_type: 'transfer',
    late_entry,
    transferred_from_enrollment_id: before.id,
  })
  const staysPrimary = before.is_primary && place.school_year_id === before.school_year_id
  const left = await leave(context, 'transfer', before, body, departure, {
    transferred_to_enrollment_id: target.id,
    is_primary: before.is_primary && !staysPrimary,
  })
  if (staysPrimary) await store.update(context, target, { is_primary: true })
  return left
}

/** The id of the grade level, or null if it belongs to another school. */
async function gradeThere({ tx }: WriteContext, gradeLevelId: string | null, { school_id }: SchoolPlace) {
  const level = gradeLevelId === null ? undefined : await schoolGradeLevelStore.find(tx, gradeLevelId)
  return level && (level.school_id === null || level.school_id === school_id) ? level.id : null
}

type Reentry = MoveInput & { readonly late_entry?: boolean | undefined } & {
  readonly [K in keyof Entry]?: Entry[K] | undefined
}

/** Resumes an enrollment, with a further period. */
export async function reenroll(
  context: WriteContext,
  id: string,
  body: Reentry,
): Promise<SchoolEnrollmentRow> {
  const before = await store.lock(context, id)
  assertLeaves(lifecycle, 'reenroll', before)
  await assertInUse(context, before)
  const year = await readYear(context.tx, before)
  const isOver = todayIn(year.timezone, context) > year.last_day
  const nearest =
    isOver && body.occurred_at === undefined ? laterOf(year.last_day, before.exit_date) : undefined
  const { day: entry_date, occurred_at } = effectiveDay(
    { field: 'entry_date', day: body.entry_date ?? nearest, occurred_at: body.occurred_at },
    {
      from: { day: before.exit_date, name: 'the last exit' },
      notBefore: laterOf(year.first_day, before.exit_date),
    },
    { timezone: year.timezone, clock: context.clock },
  )
  assertEntryInYear(entry_date, year, body.late_entry)
  const entry: Entry = { entry_date, entry_type: body.entry_type ?? 're_entry' }
  void openPeriod(context.tx, id, entry)
  await clearOrigin(context, before)
  const input = { reason: body.reason, notes: body.notes, occurred_at }
  return move(context, store, lifecycle, 'reenroll', id, input, {
    ...entry,
    exit_date: null,
    exit_type: null,
    exit_reason: null,
    transferred_to_enrollment_id: null,
  })
}

import {
  type EnrollmentOnCalendarCreate,
  type EnrollmentTransfer,
  schoolEnrollmentLifecycle as lifecycle,
  type MoveInput,
} from '@commonhold/contract'
import type { WriteContext } from '../kernel/context.ts'
import { assertLeaves, move } from '../kernel/moves.ts'
import { invalid } from '../kernel/problem.ts'
import {
  clearPrimary,
  closePeriod,
  type Entry,
  type Exit,
  forgetOrigin,
  lockInTurn,
  openPeriod,
  takeTurnsOfPerson,
} from './school-enrollments.repository.ts'
import { assertEntry, assertExit, assertNoEntry } from './school-enrollments.rules.ts'
import { type SchoolEnrollmentRow, schoolEnrollmentStore as store } from './school-enrollments.store.ts'
import { schoolGradeLevelStore } from './school-grade-levels.store.ts'
import type { SchoolPlace } from './school-places.repository.ts'
import {
  assertGradeOfSchool,
  assertInUse,
  laterOf,
  namedGrade,
  namedPlace,
  todayAt,
} from './school-places.ts'

/** Enrolls a person at a place, with the first period. What can, travels while the place is looked up. */
export async function enroll(
  context: WriteContext,
  found: Promise<SchoolPlace>,
  body: EnrollmentOnCalendarCreate & { readonly transferred_from_enrollment_id?: string },
): Promise<SchoolEnrollmentRow> {
  if (body.is_primary) void takeTurnsOfPerson(context.tx, body.person_id)
  const [place, level] = await Promise.all([found, namedGrade(context, body.grade_level_id)])
  assertGradeOfSchool(level, place.school_id)
  const entry: Entry = {
    entry_date: body.entry_date ?? (await todayAt(context, place.school_id)),
    entry_type: body.entry_type ?? 'new',
  }
  if (body.is_primary) await clearPrimary(context, { ...body, ...place })
  const enrollment = await store.insert(context, { ...body, ...place, ...entry })
  void openPeriod(context.tx, enrollment.id, entry)
  return { ...enrollment, periods: [{ ...entry, exit_date: null, exit_type: null, reason: null }] }
}

type Leaving = 'withdraw' | 'graduate' | 'transfer'

/** Ends the open period of a locked enrollment and moves it; `extra` sets further columns. */
async function leave(
  context: WriteContext,
  name: Leaving,
  before: SchoolEnrollmentRow,
  said: MoveInput,
  exit: Exit,
  extra: Record<string, unknown> = {},
): Promise<SchoolEnrollmentRow> {
  void closePeriod(context.tx, before.id, exit)
  return move(context, store, lifecycle, name, before.id, said, { ...exit, ...extra })
}

/** What the period of an enrollment ends with: today at the school, unless it begins later. */
async function exitOf(
  context: WriteContext,
  { school_id, entry_date }: SchoolEnrollmentRow,
  said: MoveInput & { readonly exit_date?: string | undefined },
  exit_type: Exit['exit_type'],
) {
  const exit_date = said.exit_date ?? laterOf(await todayAt(context, school_id), entry_date)
  assertExit(exit_date, { entry_date })
  return { exit_date, exit_type, exit_reason: said.reason ?? null }
}

/** Withdraws an enrollment or graduates it. */
export async function end(
  context: WriteContext,
  name: 'withdraw' | 'graduate',
  id: string,
  said: MoveInput & { readonly exit_date?: string | undefined },
  exitType: Exit['exit_type'],
): Promise<SchoolEnrollmentRow> {
  const before = await store.lock(context, id)
  assertLeaves(lifecycle, name, before)
  return leave(context, name, before, said, await exitOf(context, before, said, exitType))
}

/** Transfers an enrollment; to another calendar, if one is named, in the same transaction. */
export async function transfer(
  context: WriteContext,
  id: string,
  said: EnrollmentTransfer,
): Promise<SchoolEnrollmentRow> {
  const before = await lockInTurn(context, id)
  assertLeaves(lifecycle, 'transfer', before)
  const exit = await exitOf(context, before, said, 'transferred')
  if (said.calendar_id === undefined) {
    assertNoEntry(said.entry_date)
    return leave(context, 'transfer', before, said, exit)
  }
  if (said.calendar_id === before.calendar_id)
    throw invalid({
      field: 'calendar_id',
      code: 'not_allowed_value',
      message: 'the enrollment is on this calendar already; name another one',
    })
  const place = await namedPlace(context, said.calendar_id)
  await assertInUse(context, { person_id: before.person_id })
  const entry_date = said.entry_date ?? exit.exit_date
  assertEntry(entry_date, exit.exit_date)
  const target = await enroll(context, Promise.resolve(place), {
    person_id: before.person_id,
    grade_level_id: await gradeThere(context, before.grade_level_id, place),
    entry_date,
    entry_type: 'transfer',
    transferred_from_enrollment_id: before.id,
  })
  const staysPrimary = before.is_primary && place.school_year_id === before.school_year_id
  const left = await leave(context, 'transfer', before, said, exit, {
    transferred_to_enrollment_id: target.id,
    is_primary: before.is_primary && !staysPrimary,
  })
  if (staysPrimary) await store.update(context, target, { is_primary: true })
  return left
}

/** The grade level goes along, unless it is the former school's alone. */
async function gradeThere({ tx }: WriteContext, gradeLevelId: string | null, { school_id }: SchoolPlace) {
  const level = gradeLevelId === null ? undefined : await schoolGradeLevelStore.find(tx, gradeLevelId)
  return level && (level.school_id === null || level.school_id === school_id) ? level.id : null
}

/** Takes an enrollment up again, with another period. */
export async function reenroll(
  context: WriteContext,
  id: string,
  said: MoveInput & { readonly [K in keyof Entry]?: Entry[K] | undefined },
): Promise<SchoolEnrollmentRow> {
  const before = await store.lock(context, id)
  assertLeaves(lifecycle, 'reenroll', before)
  await assertInUse(context, before)
  const entry: Entry = {
    entry_date: said.entry_date ?? laterOf(await todayAt(context, before.school_id), before.exit_date),
    entry_type: said.entry_type ?? 're_entry',
  }
  assertEntry(entry.entry_date, before.exit_date)
  void openPeriod(context.tx, id, entry)
  await forgetOrigin(context, before)
  return move(context, store, lifecycle, 'reenroll', id, said, {
    ...entry,
    exit_date: null,
    exit_type: null,
    exit_reason: null,
    transferred_to_enrollment_id: null,
  })
}

import { z } from 'zod'
import { schoolBrief, schoolYearBrief } from '../briefs.ts'
import type { BulkOf } from '../bulk-operations.ts'
import { bulk } from '../kernel/bulk.ts'
import { collection } from '../kernel/collection.ts'
import { crud } from '../kernel/crud.ts'
import { endpoint } from '../kernel/endpoint.ts'
import { externalIdsGiven, recordReference } from '../kernel/external-ids.ts'
import { byFlag, byReference, byTime, byValue } from '../kernel/filters.ts'
import { includes } from '../kernel/include.ts'
import { ownedMembers, ownedOnCreate } from '../kernel/record.ts'
import { type HistoryOf, history } from '../kernel/record-history.ts'
import { day, id, instant, name } from '../kernel/schema.ts'
import { upsert } from '../kernel/upsert.ts'
import type { UpsertOf } from '../upsert-operations.ts'

/** The types of school calendars, by who uses them. */
export const schoolCalendarTypes = ['school', 'staff', 'grade_level', 'student_specific'] as const

const calendarType = z
  .enum(schoolCalendarTypes)
  .meta({ id: 'SchoolCalendarType', description: 'Who uses a calendar.' })

const fields = {
  name: name().meta({
    description: 'Name, unique for the school and school year.',
    examples: ['Regular calendar'],
  }),
  calendar_type: calendarType,
  start_date: day().meta({ description: 'First day, inside the school year.', examples: ['2026-08-17'] }),
  end_date: day().meta({ description: 'Last day, inside the school year.', examples: ['2027-06-30'] }),
  is_default: z.boolean().meta({
    description:
      'True for the calendar that the school uses by default in the school year. Only one calendar is the default.',
  }),
}

const optionalOnCreate = { calendar_type: true, start_date: true, end_date: true, is_default: true } as const
const year = () => recordReference('school_years', 'the school year')

/** The records that a request can include in a school calendar. */
export const schoolCalendarIncludes = includes('SchoolCalendar', {
  school: schoolBrief,
  calendar: schoolYearBrief,
})

const schoolCalendar = z
  .object({
    ...ownedMembers,
    school_id: id().meta({ description: 'Id of the school.' }),
    calendar_id: id().meta({ description: 'Id of the school year.' }),
    ...fields,
    ...schoolCalendarIncludes.members,
  })
  .meta({ id: 'SchoolCalendar', description: 'The calendar of a school for a school year.' })
const schoolCalendarCreate = z
  .strictObject({
    school_id: recordReference('schools', 'the school'),
    calendar_id: year(),
    ...fields,
    ...ownedOnCreate,
  })
  .partial(optionalOnCreate)
  .meta({
    id: 'SchoolCalendarCreate',
    description: 'A new calendar; it lasts as long as the school year by default.',
  })
const calendarOfSchoolCreate = z
  .strictObject({ calendar_id: year(), ...fields, ...ownedOnCreate })
  .partial(optionalOnCreate)
  .meta({
    id: 'CalendarOfSchoolCreate',
    description: 'A new calendar of a school; it lasts as long as the school year by default.',
  })
const schoolCalendarUpdate = z
  .strictObject({ ...fields, external_ids: externalIdsGiven })
  .partial()
  .meta({
    id: 'SchoolCalendarUpdate',
    description: 'Changes to a calendar. Its school and school year cannot be changed.',
  })

export interface SchoolCalendar extends z.infer<typeof schoolCalendar> {}
export interface SchoolCalendarCreate extends z.infer<typeof schoolCalendarCreate> {}
export interface CalendarOfSchoolCreate extends z.infer<typeof calendarOfSchoolCreate> {}
export interface SchoolCalendarUpdate extends z.infer<typeof schoolCalendarUpdate> {}
/** The calendar of a school for a school year. */
export const SchoolCalendar: z.core.$ZodType<SchoolCalendar, SchoolCalendar> = schoolCalendar
/** A new calendar. */
export const SchoolCalendarCreate: z.core.$ZodType<SchoolCalendarCreate, SchoolCalendarCreate> =
  schoolCalendarCreate
/** A new calendar of the school in the path. */
export const CalendarOfSchoolCreate: z.core.$ZodType<CalendarOfSchoolCreate, CalendarOfSchoolCreate> =
  calendarOfSchoolCreate
/** A merge patch (RFC 7396) of a calendar. */
export const SchoolCalendarUpdate: z.core.$ZodType<SchoolCalendarUpdate, SchoolCalendarUpdate> =
  schoolCalendarUpdate

const filters = {
  name: byValue(name()),
  calendar_type: byValue(calendarType),
  is_default: byFlag(),
  start_date: byTime(day()),
  end_date: byTime(day()),
  created_at: byTime(instant()),
  updated_at: byTime(instant()),
}
const bySchool = { school_id: byReference('the school') }
const byYear = { calendar_id: byReference('the school year') }
const sort = ['name', 'start_date', 'end_date', 'created_at', 'updated_at'] as const
const ofSchool = collection({
  hasExternalIds: true,
  include: schoolCalendarIncludes.include,
  filters: { ...byYear, ...filters },
  sort,
  search: true,
})
const ofYear = collection({
  hasExternalIds: true,
  include: schoolCalendarIncludes.include,
  filters: { ...bySchool, ...filters },
  sort,
  search: true,
})

export const schoolCalendars = {
  ...crud({
    tag: 'School calendars',
    type: 'SchoolCalendar',
    types: 'SchoolCalendars',
    one: 'a calendar',
    many: 'calendars',
    paths: { collection: '/school-calendars', item: '/school-calendars/{school_calendar_id}' },
    permission: 'education',
    record: SchoolCalendar,
    create: SchoolCalendarCreate,
    update: SchoolCalendarUpdate,
    collection: collection({
      hasExternalIds: true,
      include: schoolCalendarIncludes.include,
      filters: { ...bySchool, ...byYear, ...filters },
      sort,
      search: true,
    }),
    errors: {
      create: ['already_exists'],
      update: ['already_exists'],
      delete: ['dependent_item_exists'],
    },
  }),
  listOfSchool: endpoint({
    operationId: 'listCalendarsOfSchool',
    method: 'get',
    path: '/schools/{school_id}/calendars',
    tag: 'School calendars',
    summary: 'List the calendars of a school',
    permission: 'education:read',
    query: ofSchool.query,
    collection: ofSchool,
    success: { status: 200, body: z.array(SchoolCalendar) },
  }),
  createInSchool: endpoint({
    operationId: 'createCalendarOfSchool',
    method: 'post',
    path: '/schools/{school_id}/calendars',
    tag: 'School calendars',
    summary: 'Create a calendar of a school',
    permission: 'education:write',
    body: CalendarOfSchoolCreate,
    success: { status: 201, body: SchoolCalendar },
    location: '/school-calendars/{school_calendar_id}',
    errors: ['already_exists'],
  }),
  listOfYear: endpoint({
    operationId: 'listCalendarsOfSchoolYear',
    method: 'get',
    path: '/school-years/{school_year_id}/calendars',
    tag: 'School calendars',
    summary: 'List the calendars of a school year',
    permission: 'education:read',
    query: ofYear.query,
    collection: ofYear,
    success: { status: 200, body: z.array(SchoolCalendar) },
  }),
}

/** Writes up to 500 school calendars in one request. */
export const schoolCalendarsBulk: BulkOf<'schoolCalendars'> = bulk(schoolCalendars)

/** Creates a school calendar by an external id, or updates it. */
export const schoolCalendarsUpsert: UpsertOf<'schoolCalendars'> = upsert(schoolCalendars)

/** Lists the changes of a school calendar. */
export const schoolCalendarsHistory: HistoryOf<typeof schoolCalendars.get> = history(schoolCalendars.get)

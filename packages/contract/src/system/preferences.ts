import { z } from 'zod'
import { anyValue, id, nullable, reference, timestamp, timeZone } from '../kernel/schema.ts'
import { locale } from './tenants.ts'

export const dateFormats = ['yyyy_mm_dd', 'dd_mm_yyyy', 'mm_dd_yyyy'] as const
export const timeFormats = ['h12', 'h24'] as const
export const weekStarts = ['monday', 'sunday', 'saturday'] as const
export const themes = ['system', 'light', 'dark'] as const
export const watchOccasions = ['issue_created', 'issue_commented', 'issue_assigned'] as const

/** The greatest size of `extra` as JSON, in bytes. */
export const EXTRA_BYTES = 16_384

const fields = {
  locale: nullable(locale()),
  timezone: nullable(timeZone()).meta({
    description: 'Time zone (IANA); null = time zone of the tenant.',
    examples: ['Europe/Berlin'],
  }),
  date_format: z.enum(dateFormats).meta({ id: 'DateFormat', description: 'Order of year, month and day.' }),
  time_format: z.enum(timeFormats).meta({ id: 'TimeFormat', description: 'Hours of the day: 12 or 24.' }),
  week_start: z.enum(weekStarts).meta({ id: 'WeekStart', description: 'First day of the week.' }),
  theme: z.enum(themes).meta({ id: 'Theme', description: 'Colour theme of the client.' }),
  auto_watch_on: z
    .array(
      z.enum(watchOccasions).meta({ id: 'WatchOccasion', description: 'What the user did with an issue.' }),
    )
    .max(watchOccasions.length)
    .meta({ description: 'The actions after which the user watches an issue.' }),
  page_size: z.int().min(1).max(500).meta({ description: 'Number of rows on a page of the client.' }),
  extra: z.record(z.string(), anyValue()).meta({
    description: 'Data that the client stores, at most 16 KiB of JSON.',
    examples: [{ sidebar: 'folded' }],
  }),
}

const preferences = z
  .object({
    default_tenant_id: nullable(id()).meta({
      description:
        'Id of the tenant that a new session starts in; null = the tenant that the user selected last, otherwise the tenant that the user has belonged to for the longest time.',
    }),
    default_project_id: nullable(id()).meta({
      description:
        'Id of the project that a new session starts with, if the tenant of the session has the project.',
    }),
    ...fields,
    updated_at: nullable(timestamp()).meta({
      description: 'When the preferences last changed; null = never.',
    }),
    version: z
      .int()
      .min(1)
      .meta({ description: 'Grows by one with every change; the ETag is made from it.' }),
  })
  .meta({ id: 'Preferences', description: 'The preferences of a user, for clients.' })
const preferencesUpdate = z
  .strictObject({
    default_tenant_id: nullable(reference('the tenant that a new session starts in')),
    default_project_id: nullable(reference('the project that a new session starts with')),
    ...fields,
  })
  .partial()
  .meta({
    id: 'PreferencesUpdate',
    description: 'Changes to the preferences. `extra` is merged member by member; null removes a member.',
  })

export interface Preferences extends z.infer<typeof preferences> {}
export interface PreferencesUpdate extends z.infer<typeof preferencesUpdate> {}
/** The preferences of a user, for clients. */
export const Preferences: z.core.$ZodType<Preferences, Preferences> = preferences
/** A merge patch (RFC 7396) of the preferences. */
export const PreferencesUpdate: z.core.$ZodType<PreferencesUpdate, PreferencesUpdate> = preferencesUpdate

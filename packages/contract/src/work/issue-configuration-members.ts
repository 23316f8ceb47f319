import { z } from 'zod'
import { byFlag, byLowerKey, byTime, byValue } from '../kernel/filters.ts'
import { ownedOnCreate } from '../kernel/record.ts'
import { instant, line, longText, name, nullable } from '../kernel/schema.ts'

/** The key of a record of the issue configuration, such as `in_progress`: at most 48 characters. */
export const configurationKey = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,47}$/)
    .meta({ description: 'A key: lower-case letters, digits and `_`.', examples: ['in_progress'] })

/** A colour as `#rrggbb`. */
export const color = () =>
  z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/)
    .meta({ description: 'Colour, `#rrggbb`.', examples: ['#2563eb'] })

/** A position in an order, from 0 to 10,000. */
export const position = () => z.int().min(0).max(10_000)

/** The member `key` of a record of the issue configuration, with its examples. */
export const keyMember = (examples: string[]) =>
  configurationKey().meta({
    description:
      'Name for programs: lower-case letters, digits and `_`. Unique in the tenant and among shared records; cannot be changed later. Default: made from the name.',
    examples,
  })

/** The members `name` and `description` of a record of the issue configuration. */
export const namedMembers = (example: string) => ({
  name: name().meta({ description: 'Name of the record.', examples: [example] }),
  description: nullable(longText()).meta({ description: 'What the record is for, in Markdown.' }),
})

export const iconMember = nullable(line(64)).meta({
  description: 'Name of an icon, as clients define it.',
  examples: ['bolt'],
})

export const colorMember = nullable(color())

export const positionMember = position().meta({
  description: 'Position in lists, lowest first. Default: 100.',
  examples: [10],
})

export const activeMember = z.boolean().meta({
  description: 'False: the record stays where it is used, but new records cannot refer to it. Default: true.',
})

/** The member `is_active` of records that a tenant may switch off for itself although they are shared. */
export const switchMember = z.boolean().meta({
  description:
    'False: the record stays where it is used, but new records cannot refer to it. Default: true. For a shared record, this is the setting of the selected tenant: a PATCH with only this member changes it for that tenant.',
})

/** The filters of all records with a key. */
export const keyedFilters = {
  key: byLowerKey(),
  name: byValue(name()),
  is_active: byFlag(),
  created_at: byTime(instant()),
  updated_at: byTime(instant()),
}

/** The errors of creating and deleting a record with a key. */
export const keyedErrors = {
  create: ['already_exists'],
  delete: ['dependent_item_exists'],
} as const

const cloneInput = z
  .strictObject({
    name: name()
      .optional()
      .meta({ description: 'Name of the copy. Default: “Copy of” and the name of the original.' }),
    key: configurationKey().optional().meta({ description: 'Key of the copy. Default: made from its name.' }),
    ...ownedOnCreate,
  })
  .meta({ id: 'IssueConfigurationCloneInput', description: 'Name and key of a copy; all optional.' })
export interface IssueConfigurationCloneInput extends z.infer<typeof cloneInput> {}
/** Name and key of a copy. */
export const IssueConfigurationCloneInput: z.core.$ZodType<
  IssueConfigurationCloneInput,
  IssueConfigurationCloneInput
> = cloneInput

import { z } from 'zod'
import { byFlag, byLowerKey, byTime, byValue } from '../kernel/filters.ts'
import { ownedOnCreate } from '../kernel/record.ts'
import { instant, line, longText, name, nullable } from '../kernel/schema.ts'

/** Keys of the issue configuration: `in_progress`. */
export const configurationKey = () =>
  z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,47}$/)
    .meta({ description: 'A key: lower case, digits and `_`.', examples: ['in_progress'] })

/** A colour on the screen. */
export const color = () =>
  z
    .string()
    .regex(/^#[0-9A-Fa-f]{6}$/)
    .meta({ description: 'Colour, `#rrggbb`.', examples: ['#2563eb'] })

/** A place in an order. */
export const position = () => z.int().min(0).max(10_000)

/** What programs call a record of the configuration. */
export const keyMember = (examples: string[]) =>
  configurationKey().meta({
    description:
      'The name that programs use. It is unique in the tenant and among shared fields, and never changes. Lower case, digits and `_`. Made from the name unless given.',
    examples,
  })

/** What every record of the configuration can be called by people. */
export const namedMembers = (example: string) => ({
  name: name().meta({ description: 'What people call it.', examples: [example] }),
  description: nullable(longText()).meta({ description: 'What it is for, in Markdown.' }),
})

export const iconMember = nullable(line(64)).meta({
  description: 'Name of a picture, in the words of the client.',
  examples: ['bolt'],
})

export const colorMember = nullable(color())

export const positionMember = position().meta({
  description: 'Place in lists, lowest first; 100 unless given.',
  examples: [10],
})

export const activeMember = z.boolean().meta({
  description:
    'False: the record stays where it is used, and cannot be referred to by anything new. True unless given.',
})

/** Whether a record is used that tenants may switch off for themselves, although it is shared. */
export const switchMember = z.boolean().meta({
  description:
    'False: the record stays where it is used, and cannot be referred to by anything new. True unless given. Of a shared record it is the setting of the selected tenant: a PATCH with this member alone changes it for that tenant only.',
})

/** Filters that all records with a key have. */
export const keyedFilters = {
  key: byLowerKey(),
  name: byValue(name()),
  is_active: byFlag(),
  created_at: byTime(instant()),
  updated_at: byTime(instant()),
}

/** What making, changing and deleting a record with a key can meet. */
export const keyedErrors = {
  create: ['already_exists'],
  delete: ['dependent_item_exists'],
} as const

const cloneInput = z
  .strictObject({
    name: name()
      .optional()
      .meta({ description: 'What the copy is called; “Copy of” and the name unless given.' }),
    key: configurationKey()
      .optional()
      .meta({ description: 'Key of the copy; made from its name unless given.' }),
    ...ownedOnCreate,
  })
  .meta({ id: 'IssueConfigurationCloneInput', description: 'What a copy is called; all optional.' })
export interface IssueConfigurationCloneInput extends z.infer<typeof cloneInput> {}
/** What a copy is called. */
export const IssueConfigurationCloneInput: z.core.$ZodType<
  IssueConfigurationCloneInput,
  IssueConfigurationCloneInput
> = cloneInput

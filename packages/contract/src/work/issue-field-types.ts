import { z } from 'zod'
import { name, nullable } from '../kernel/schema.ts'
import { color, configurationKey, position } from './issue-configuration-members.ts'

/** The types of custom fields whose values name a record. */
export const issueFieldReferences = [
  'user',
  'group',
  'person',
  'asset',
  'configuration_item',
  'location',
  'issue',
] as const

export const issueFieldReference = z.enum(issueFieldReferences).meta({
  id: 'IssueFieldReference',
  description: 'Kind of record that a value names.',
})

/** The types that a field of an issue can have. */
export const issueFieldTypes = [
  'text',
  'long_text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'url',
  'email',
  'select',
  'multi_select',
  ...issueFieldReferences,
  'json',
] as const

export const issueFieldType = z.enum(issueFieldTypes).meta({
  id: 'IssueFieldType',
  description: 'Type of the values of a field.',
})
export type IssueFieldType = z.infer<typeof issueFieldType>

const issueFieldOption = z
  .strictObject({
    key: configurationKey().meta({
      description: 'The stored value; cannot be changed.',
      examples: ['berlin'],
    }),
    label: name().meta({ description: 'Label for people.', examples: ['Berlin'] }),
    color: nullable(color()).meta({ description: 'Colour of the label.' }),
    position: position().meta({ description: 'Position among the options.' }),
    is_active: z
      .boolean()
      .meta({ description: 'False: the option stays where it is chosen, but cannot be chosen again.' }),
  })
  .meta({ id: 'IssueFieldOption', description: 'A value that can be chosen.' })
export interface IssueFieldOption extends z.infer<typeof issueFieldOption> {}
/** A value that can be chosen. */
export const IssueFieldOption: z.core.$ZodType<IssueFieldOption, IssueFieldOption> = issueFieldOption

const issueFieldOptionInput = issueFieldOption
  .partial({ color: true, position: true, is_active: true })
  .meta({
    id: 'IssueFieldOptionInput',
    description:
      'A value that can be chosen. Members that are left out stay as they are. A new option by default has no colour and the position in which it is sent, and is active.',
  })
export interface IssueFieldOptionInput extends z.infer<typeof issueFieldOptionInput> {}
/** A value that can be chosen, in a request. */
export const IssueFieldOptionInput: z.core.$ZodType<IssueFieldOptionInput, IssueFieldOptionInput> =
  issueFieldOptionInput

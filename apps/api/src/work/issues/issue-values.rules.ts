import type { IssueFieldType } from '@commonhold/contract'

/** The column of a value in `issue_field_values`, and the SQL type to which its text is cast. */
export interface ValueColumn {
  readonly name: 'text_value' | 'number_value' | 'boolean_value' | 'date_value' | 'time_value'
  readonly sqlType: string
}

/**
 * The maximum number of characters of a text in a filter; it limits the size of indexes and cursors. The column contains one
 * character more, so that a longer text differs.
 */
export const FOUND_TEXT_LENGTH = 255

/** The columns of values, by name. */
export const storedIn: Readonly<Record<ValueColumn['name'], ValueColumn>> = {
  text_value: { name: 'text_value', sqlType: 'text' },
  number_value: { name: 'number_value', sqlType: 'double precision' },
  boolean_value: { name: 'boolean_value', sqlType: 'boolean' },
  date_value: { name: 'date_value', sqlType: 'date' },
  time_value: { name: 'time_value', sqlType: 'timestamptz' },
}

/** The column for the values of each type of field. Values of types without a column cannot be searched. */
export const valueColumns: Readonly<Partial<Record<IssueFieldType, ValueColumn>>> = {
  text: storedIn.text_value,
  url: storedIn.text_value,
  email: storedIn.text_value,
  select: storedIn.text_value,
  multi_select: storedIn.text_value,
  user: storedIn.text_value,
  group: storedIn.text_value,
  person: storedIn.text_value,
  asset: storedIn.text_value,
  configuration_item: storedIn.text_value,
  location: storedIn.text_value,
  issue: storedIn.text_value,
  integer: storedIn.number_value,
  decimal: storedIn.number_value,
  boolean: storedIn.boolean_value,
  date: storedIn.date_value,
  datetime: storedIn.time_value,
}

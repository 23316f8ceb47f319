import type { IssueFieldOption, IssueFieldType } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../kernel/statement.ts'
import { ROOT_TENANT_ID } from '../kernel/tenancy.ts'

/** A field as issues see it. */
export interface FieldView {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly type: IssueFieldType
  readonly is_system: boolean
  /** Where the value stands in an issue: `due_date`, `details.impact`, `custom_fields.room`. */
  readonly path: string
  readonly is_required: boolean
  readonly is_unique: boolean
  readonly default_value: unknown
  readonly options: readonly IssueFieldOption[]
  readonly minimum: number | null
  readonly maximum: number | null
  readonly min_length: number | null
  readonly max_length: number | null
  readonly pattern: string | null
  readonly json_schema: Record<string, unknown> | null
  readonly issue_type_ids: readonly string[]
  readonly is_active: boolean
}

/** What a screen asks of a field. */
export interface ScreenFieldView {
  readonly path: string
  readonly is_required: boolean
  readonly is_read_only: boolean
  readonly is_hidden: boolean
  readonly enforce_on_update: boolean
  readonly default_value: unknown
}

const visible = (alias: string) =>
  sql.raw(`${alias}.tenant_id in (current_setting('app.tenant_id'), '${ROOT_TENANT_ID}')`)

const columns = sql.raw(
  [
    'id',
    'key',
    'name',
    'type',
    'is_system',
    'path',
    'is_required',
    'is_unique',
    'default_value',
    'options',
    'minimum',
    'maximum',
    'min_length',
    'max_length',
    'pattern',
    'json_schema',
    'issue_type_ids',
    'is_active',
  ]
    .map((column) => `f.${column}`)
    .join(', '),
)

const customFields = sqlStatement<FieldView>(sql`
  select ${columns} from issue_fields f where ${visible('f')} and not f.is_system order by f.position, f.id`)

const byKeys = sqlStatement<FieldView>(sql`
  select ${columns} from issue_fields f where ${visible('f')} and f.key = any(${sql.placeholder('keys')}::text[])`)

const ofScreen = sqlStatement<ScreenFieldView>(sql`
  select f.path, s.is_required, s.is_read_only, s.is_hidden, s.enforce_on_update, s.default_value
    from issue_screen_fields s
    join issue_screens c on c.id = s.screen_id and c.is_active
    join issue_fields f on f.id = s.field_id and f.is_active
   where s.screen_id = ${sql.placeholder('screen_id')} and ${visible('s')} and ${visible('f')}
   order by s.position, s.id`)

/** The fields that tenants add to issues, those out of use included. */
export const customFieldsOf = (reader: Reader) => reader.run(customFields)

/** The fields with these keys. */
export const fieldsByKey = async (reader: Reader, keys: readonly string[]) =>
  keys.length === 0 ? [] : reader.run(byKeys, { keys })

/** What a screen asks; nothing where there is none. */
export const screenOf = async (reader: Reader, screenId: string | null) =>
  screenId === null ? [] : reader.run(ofScreen, { screen_id: screenId })
const fieldsOfScreen = sqlStatement<FieldView & { readonly on_screen: boolean }>(sql`
  select ${columns}, s.is_required as on_screen
    from issue_screen_fields s join issue_fields f on f.id = s.field_id and f.is_active
   where s.screen_id = ${sql.placeholder('screen_id')} and ${visible('s')} and ${visible('f')} and not s.is_hidden
   order by s.position, s.id`)

/** The fields of a screen, in their order, and whether the screen requires them. */
export const fieldsOfScreenOf = async (reader: Reader, screenId: string | null) =>
  screenId === null ? [] : reader.run(fieldsOfScreen, { screen_id: screenId })

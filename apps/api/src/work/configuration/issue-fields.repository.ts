import { type SQL, type SQLChunk, sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { FieldDefinition } from '../fields/custom-fields.rules.ts'
import { inUse, visible } from '../projects/visibility.repository.ts'

/** The members of a field that the rules for issues need. */
export interface FieldView extends FieldDefinition {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly is_system: boolean
  /** The path of the value in an issue: `due_date`, `details.impact`, `custom_fields.room`. */
  readonly path: string
  readonly is_required: boolean
  readonly is_unique: boolean
  readonly default_value: unknown
  readonly issue_type_ids: readonly string[]
  readonly is_active: boolean
}

/** The columns of a field `f`. */
export const columnsOfField = sql.raw(
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

/** SQL that is true for a field `f` that issues of a type have. */
export const isOfType = (typeId: SQLChunk): SQL =>
  sql`(f.issue_type_ids = '{}' or ${typeId} = any(f.issue_type_ids))`

const ofType = isOfType(sql.placeholder('type_id'))

const customFields = sqlStatement<FieldView>(sql`
  select ${columnsOfField} from issue_fields f where ${visible('f')} and not f.is_system order by f.position, f.id`)

const byKeys = sqlStatement<FieldView>(sql`
  select ${columnsOfField} from issue_fields f
   where ${visible('f')} and f.is_active and ${ofType} and f.key = any(${sql.placeholder('keys')}::text[])`)

/** The active fields `f` of active screens that issues of a type have. */
export const joinedToScreen = (typeId: SQLChunk): SQL => sql`
    join issue_screens c on c.id = s.screen_id and ${inUse('c')} and ${visible('c')}
    join issue_fields f on f.id = s.field_id and f.is_active and ${visible('f')} and ${isOfType(typeId)}`

const onScreen = sql`issue_screen_fields s ${joinedToScreen(sql.placeholder('type_id'))}
   where s.screen_id = any(${sql.placeholder('screen_ids')}::text[]) and ${visible('s')}`

/** The columns of a field `f` on a screen `s`. */
export const columnsOnScreen = sql.raw(
  'f.path, s.is_required, s.is_read_only, s.is_hidden, s.enforce_on_update, s.default_value',
)

/** A field with its settings on a screen. */
export interface ScreenFieldView extends FieldView {
  readonly screen_id: string
  readonly is_required_by_screen: boolean
  readonly is_read_only: boolean
  /** The default of the screen. */
  readonly screen_default: unknown
}

const fieldsOfScreen = sqlStatement<ScreenFieldView>(sql`
  select ${columnsOfField}, s.screen_id, s.is_required as is_required_by_screen, s.is_read_only, s.default_value as screen_default
    from ${onScreen} and not s.is_hidden order by s.position, s.id`)

const ownUnique = sqlStatement<{ id: string; is_unique: boolean }>(sql`
  select id, is_unique from issue_fields
   where tenant_id = ${tenantId} and id = any(${sql.placeholder('ids')}::text[])
   order by id for key share`)

/** Custom fields, including inactive ones. */
export const customFieldsOf = (reader: Reader) => reader.run(customFields)

/** The active fields with these keys that issues of the type have. */
export const fieldsByKey = async (reader: Reader, keys: readonly string[], type_id: string) =>
  keys.length === 0 ? [] : reader.run(byKeys, { keys, type_id })

/** The fields of screens that issues of a type have, in order, with the settings of each screen. */
export const fieldsOfScreens = async (reader: Reader, screen_ids: readonly string[], type_id: string) =>
  screen_ids.length === 0 ? [] : reader.run(fieldsOfScreen, { screen_ids, type_id })

/**
 * The ids of the fields whose values are unique. Locks the tenant's own fields, so that no other field becomes unique before
 * the transaction ends.
 */
export async function uniqueAmong(
  tx: Transaction,
  fields: readonly FieldView[],
): Promise<ReadonlySet<string>> {
  const own = fields.length === 0 ? [] : await tx.run(ownUnique, { ids: fields.map(({ id }) => id) })
  const unique = fields.filter(
    ({ id, is_unique }) => own.find((one) => one.id === id)?.is_unique ?? is_unique,
  )
  return new Set(unique.map(({ id }) => id))
}

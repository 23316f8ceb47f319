import type { IssueSubtype } from '@commonhold/contract'
import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { inUse, visible } from '../projects/visibility.repository.ts'

/** The record of the configuration to which the check is limited. */
export interface About {
  readonly type_id?: string
  readonly screen_id?: string
  readonly field_id?: string
  readonly transition_id?: string
}

const anywhere = { type_id: null, screen_id: null, field_id: null, transition_id: null }

/** SQL that is true if the column has the id of the record to which the check is limited, or if the check has no limit. */
const isAbout = (column: string, parameter: keyof About) =>
  sql`(${sql.placeholder(parameter)}::text is null or ${sql.raw(column)} = ${sql.placeholder(parameter)})`

/** A field of a screen on which issues of a type are created. */
export interface FieldOfType {
  readonly type_key: string
  readonly subtype: IssueSubtype
  readonly screen_key: string
  readonly field_key: string
  readonly path: string
  readonly is_system: boolean
  readonly is_required: boolean
  readonly is_required_by_screen: boolean
  readonly is_read_only: boolean
  readonly is_hidden: boolean
  readonly default_value: unknown
  readonly screen_default: unknown
}

const onCreate = sqlStatement<FieldOfType>(sql`
  select t.key as type_key, t.subtype, c.key as screen_key, f.key as field_key, f.path, f.is_system, f.is_required,
         s.is_required as is_required_by_screen, s.is_read_only, s.is_hidden, f.default_value,
         s.default_value as screen_default
    from issue_types t
    join issue_screens c on c.id = t.create_screen_id and ${inUse('c')}
    join issue_screen_fields s on s.screen_id = c.id
    join issue_fields f on f.id = s.field_id and f.is_active and (f.issue_type_ids = '{}' or t.id = any(f.issue_type_ids))
   where ${visible('t')} and ${inUse('t')} and ${visible('c')} and ${visible('s')} and ${visible('f')}
     and ${isAbout('t.id', 'type_id')} and ${isAbout('c.id', 'screen_id')} and ${isAbout('f.id', 'field_id')}
   order by t.position, t.id, s.position, s.id`)

/** The fields of screens on which issues of active types are created. */
export const fieldsOnCreate = (reader: Reader, about: About) =>
  reader.run(onCreate, { ...anywhere, ...about })

/** A field that a transition requires but that its screen hides. */
export interface HiddenField {
  readonly transition_key: string
  readonly screen_key: string
  readonly field_key: string
}

const hiddenFromMoves = sqlStatement<HiddenField>(sql`
  select r.key as transition_key, c.key as screen_key, f.key as field_key
    from issue_workflow_transitions r
    join issue_screens c on c.id = r.screen_id and ${inUse('c')}
    join issue_screen_fields s on s.screen_id = c.id and s.is_hidden
    join issue_fields f on f.id = s.field_id and f.is_active and f.key = any(r.required_fields)
   where ${visible('r')} and ${visible('c')} and ${visible('s')} and ${visible('f')} and r.is_active
     and coalesce(s.default_value, r.set_fields -> f.path, 'null') = 'null'
     and ${isAbout('r.id', 'transition_id')} and ${isAbout('c.id', 'screen_id')} and ${isAbout('f.id', 'field_id')}
   order by r.position, r.id, s.position, s.id`)

/** The fields that transitions require, but that their screens hide without giving them a default. */
export const fieldsHiddenFromMoves = (reader: Reader, about: About) =>
  reader.run(hiddenFromMoves, { ...anywhere, ...about })

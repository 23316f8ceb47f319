import { sql } from 'drizzle-orm'
import { type Reader, sqlStatement } from '../../db/statement.ts'
import { tenantId } from '../../db/tenant.ts'
import { visible } from '../projects/visibility.repository.ts'
import { columnsOfStatus, prioritiesOf, transitionsQuery, typesOf } from './issue-configuration.repository.ts'
import type { IssueConfiguration, MemberOfScreen, StatusOfWorkflow } from './issue-configuration.rules.ts'
import {
  columnsOfField,
  columnsOnScreen,
  customFieldsOf,
  type FieldView,
  isOfType,
  joinedToScreen,
} from './issue-fields.repository.ts'
import type { TransitionView } from './issue-transitions.rules.ts'

/** Decides which parts of the configuration a request needs. */
export interface ConfigurationRequest {
  /** The issue to change; null for a new one. */
  readonly issueId: string | null
  /** The types that the request names, by key or id. */
  readonly types: readonly string[]
  /** True if a move is requested. */
  readonly isMoved: boolean
  /** True if custom fields can change. */
  readonly hasCustomFields: boolean
}

const issueId = sql.placeholder('issue_id')
const typesNamed = sql`${sql.placeholder('types')}::text[]`

/** The type, the workflow and the status of the issue. */
const present = sql`(
  select i.issue_type_id, i.status_id, t.workflow_id from issues i
    join issue_types t on t.id = i.issue_type_id and ${visible('t')}
   where i.tenant_id = ${tenantId} and i.id = ${issueId}) present`

/**
 * The types in question: the type of the issue, the types that the request names, and the defaults if a new issue names none.
 */
const inQuestion = sql`(
  select t.id, t.workflow_id, t.create_screen_id, t.edit_screen_id, present.issue_type_id is not null as is_present
    from issue_types t left join ${present} on present.issue_type_id = t.id
   where ${visible('t')}
     and (present.issue_type_id is not null or t.id = any(${typesNamed}) or t.key = any(${typesNamed})
          or (${issueId}::text is null and cardinality(${typesNamed}) = 0 and (t.is_default or t.key = 'task')))) a`

const statuses = sqlStatement<StatusOfWorkflow>(sql`
  select w.workflow_id, ${columnsOfStatus}
    from issue_workflow_statuses w join issue_statuses s on s.id = w.status_id
   where w.workflow_id in (select a.workflow_id from ${inQuestion}) and ${visible('w')} and ${visible('s')}
   order by w.position, w.id`)

/** The create screens of types that the issue does not have yet, the edit screens, and the screens of its transitions. */
const screens = sqlStatement<MemberOfScreen>(sql`
  select s.screen_id, a.id as issue_type_id, ${columnsOnScreen}
    from ${inQuestion}
    join issue_screen_fields s on ${visible('s')} and s.screen_id = any(array[
           case when not a.is_present then a.create_screen_id end,
           case when ${issueId}::text is not null then a.edit_screen_id end]
         || case when a.is_present and ${sql.placeholder('is_moved')} then array(
              select t.screen_id from issue_workflow_transitions t
               where t.workflow_id = a.workflow_id and t.is_active and ${visible('t')}) end)
    ${joinedToScreen(sql`a.id`)}
   order by s.position, s.id`)

const presentType = sql`(select issue_type_id from ${present})`
const leaving = transitionsQuery(
  sql`(select workflow_id from ${present})`,
  sql`(select status_id from ${present})`,
  presentType,
)

const transitions = sqlStatement<TransitionView>(leaving)

const requiredFields = sqlStatement<FieldView>(sql`
  select ${columnsOfField} from issue_fields f
   where ${visible('f')} and f.is_active and ${isOfType(presentType)}
     and f.key in (select unnest(required_fields) from (${leaving}) leaving)`)

/**
 * Reads the configuration for a request, all together. An earlier statement must have locked the issue; it may still be
 * running.
 */
export async function loadConfiguration(
  reader: Reader,
  { issueId: issue_id, types: named, isMoved, hasCustomFields }: ConfigurationRequest,
): Promise<IssueConfiguration> {
  const values = { issue_id, types: named }
  const [types, priorities, found, members, customFields, moves, required] = await Promise.all([
    typesOf(reader),
    prioritiesOf(reader),
    reader.run(statuses, values),
    reader.run(screens, { ...values, is_moved: isMoved }),
    hasCustomFields ? customFieldsOf(reader) : [],
    isMoved ? reader.run(transitions, { issue_id }) : [],
    isMoved ? reader.run(requiredFields, { issue_id }) : [],
  ])
  return {
    types,
    priorities,
    statuses: found,
    screens: members,
    customFields,
    transitions: moves,
    requiredFields: required,
  }
}

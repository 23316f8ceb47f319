import { type EndpointSpec, isUlid, operationGroups, type Permission, shapeOf } from '@commonhold/contract'
import type { SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { ignoreUnhandled } from '../db/statement.ts'
import type { ReadContext } from '../store/context.ts'
import { entriesAsRead, listHistory } from '../store/history.ts'
import type { Implementation } from '../store/implement.ts'
import type { Columns, ListQuery } from '../store/list.ts'
import type { RecordKind } from '../store/record-kind.ts'
import type { Referable } from '../store/references.ts'

type Histories = typeof operationGroups.histories
type Entries = Awaited<ReturnType<typeof listHistory>>

/** The part of a store that histories use, such as the references of its records and the permissions that read them. */
interface RecordedStore {
  readonly spec: {
    readonly record: RecordKind
    readonly kind: 'owned' | 'catalogue' | 'global'
    readonly table: PgTable
    readonly readable?: SQL
    readonly references?: Readonly<Record<string, Referable>>
  }
  readonly columns: Columns
  column(name: string): PgColumn
  ofTenant(): SQL
  readWith(permissions: readonly Permission[]): SQL
}

/** The settings of the history of one kind of record. */
export interface Recorded {
  /** The store of the records. */
  readonly store: RecordedStore
  /** The permission to see which members changed, if not every reader of the record has it. */
  readonly membersNeed?: Permission
}

export type RecordedKinds = Readonly<Record<keyof Histories, Recorded>>

/**
 * The operations that list the history of one record. Each first runs the handler that reads the record: if that is denied, so
 * is the history, and members that are hidden in the record are hidden in the history.
 */
export const historiesOf = (
  implementations: readonly Implementation[],
  kinds: RecordedKinds,
): Implementation[] =>
  (Object.keys(operationGroups.histories) as (keyof Histories)[]).map((name) => {
    const endpoint = operationGroups.histories[name]
    const get = implementations.find(
      (one) => one.endpoint.method === 'get' && `${one.endpoint.path}/history` === endpoint.path,
    )
    if (!get) throw new Error(`${endpoint.operationId}: no operation reads the record`)
    return {
      endpoint,
      handle: (input, context) =>
        readHistory(get, kinds[name], endpoint.collection, input, context as ReadContext),
    }
  })

async function readHistory(
  { endpoint, handle }: Implementation,
  { store }: Recorded,
  collection: Histories[keyof Histories]['collection'],
  input: Parameters<Implementation['handle']>[0],
  context: ReadContext,
): Promise<Entries> {
  const query = endpoint.query ? {} : undefined
  const entriesOf = (id: string) =>
    listHistory(
      context,
      collection,
      { kind: store.spec.record, id, references: store.spec.references ?? {} },
      input.query as ListQuery,
    )
  // If the path contains an id, entries and record are read together. A key becomes an id only by reading the record.
  const named = Object.values(input.params).at(-1) ?? ''
  const ahead = isUlid(named) ? ignoreUnhandled(entriesOf(named)) : undefined
  const record = (await handle({ ...input, query }, { ...context, header: () => {} })) as {
    readonly id: string
    readonly redacted?: readonly string[]
  }
  const entries = await (ahead && record.id === named ? ahead : entriesOf(record.id))
  return entriesAsRead(entries, membersOf(endpoint), record.redacted)
}

/** The members of the record that an operation reads; those of every form when the record has several. */
function membersOf({ success }: EndpointSpec): ReadonlySet<string> {
  const schema = 'body' in success ? success.body : undefined
  const forms = schema instanceof z.ZodUnion ? schema.options : [schema]
  return new Set(forms.flatMap((form) => Object.keys(shapeOf(form))))
}

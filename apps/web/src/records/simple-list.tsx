import { useLingui } from '@lingui/react/macro'
import type { LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { toast } from '../ui/toasts.tsx'
import type { Column } from './columns.ts'
import type { FormField } from './form-field.tsx'
import type { List } from './list.ts'
import { ListScreen } from './list-screen.tsx'
import { useOpenRecord } from './open-form.ts'
import { RecordForm } from './record-form.tsx'
import { RowLink } from './row-link.tsx'
import type { TableFilter } from './table-filters.tsx'
import { useIsOwn } from './use-is-own.ts'
import { useRefetch } from './use-refetch.ts'

interface Simple {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly archived_at?: string | null
  /** True for a record of the root tenant, which only that tenant can change. */
  readonly is_shared?: boolean
}

interface SimpleListProps<R extends Simple, C extends object, U extends object> {
  /** The first element of its query keys. */
  readonly name: string
  readonly title: string
  /** The text of the button, and the title of the form. */
  readonly add: string
  readonly mayWrite: boolean
  readonly mayDelete: boolean
  readonly list: List<R>
  /** The columns after the name. */
  readonly columns: readonly Column<R>[]
  readonly filters?: readonly TableFilter[]
  readonly sort: string
  /** The fields of a new record. The form that changes a record omits those in `fixed`. */
  readonly fields: readonly FormField[]
  readonly fixed?: readonly string[]
  readonly create: (body: C, options: { readonly idempotencyKey?: string }) => Promise<R>
  readonly get: (id: string) => Promise<Simple>
  readonly update: (id: string, body: U) => Promise<Simple>
  readonly actions: (record: R) => ReactNode
  /** The page of a record. Without it, the name opens the form. */
  readonly pageOf?: (record: R) => LinkProps
  /** Shown if there are no records: what such a record is. */
  readonly empty: { readonly icon?: LucideIcon; readonly title: string; readonly text: string }
  readonly extra?: ReactNode
}

/** The screen of simple records: a list, and a form. The name of a record opens its page, or the form if it has no page. */
export function SimpleList<R extends Simple, C extends object, U extends object>(
  props: SimpleListProps<R, C, U>,
) {
  const {
    name,
    title,
    mayWrite,
    mayDelete,
    list,
    columns,
    filters,
    sort,
    fields,
    fixed = [],
    actions,
    empty,
    pageOf,
  } = props
  const { t } = useLingui()
  const refresh = useRefetch([name])
  const isOwn = useIsOwn()
  const form = useOpenRecord(name, props.get)
  const { record: edited } = form
  const done = ({ name: called }: Simple) => {
    form.close()
    void refresh()
    toast(t`${called} was saved.`)
  }
  const nameColumn: Column<R> = {
    id: 'name',
    title: t`Name`,
    isName: true,
    sort: 'name',
    cell: (record) =>
      pageOf ? (
        <RowLink link={pageOf(record)}>{record.name}</RowLink>
      ) : mayWrite && isOwn(record) && !record.archived_at ? (
        <button type="button" className="link row-link" onClick={() => form.open(record)}>
          {record.name}
        </button>
      ) : (
        <span>{record.name}</span>
      ),
  }
  const actionColumn: Column<R> = {
    id: 'actions',
    title: t`Actions`,
    isAction: true,
    width: '5rem',
    cell: (record) => isOwn(record) && actions(record),
  }
  return (
    <ListScreen
      name={name}
      title={title}
      beside={props.extra}
      list={list}
      columns={[nameColumn, ...columns, ...(mayWrite || mayDelete ? [actionColumn] : [])]}
      sort={sort}
      {...(filters && { filters })}
      empty={empty}
      add={{
        label: props.add,
        isOffered: mayWrite,
        said: ({ name: called }) => t`${called} was saved.`,
        form: (events) => (
          <RecordForm<R, C>
            name={`new ${name}`}
            title={props.add}
            action={t`Add`}
            fields={fields}
            send={props.create}
            {...events}
          />
        ),
      }}
    >
      {edited && (
        <RecordForm<Simple, U>
          name={name}
          title={t`Change ${edited.name}`}
          action={t`Save`}
          fields={fields.filter((field) => !fixed.includes(field.name))}
          record={edited}
          send={(body: U) => props.update(edited.id, body)}
          reload={() => props.get(edited.id)}
          onDone={done}
          onClose={form.close}
        />
      )}
    </ListScreen>
  )
}

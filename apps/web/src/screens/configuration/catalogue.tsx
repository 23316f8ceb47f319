import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import { useCan } from '../../records/can.ts'
import type { Column } from '../../records/columns.ts'
import type { FormField } from '../../records/form-field.tsx'
import { ListScreen } from '../../records/list-screen.tsx'
import { useOpenRecord } from '../../records/open-form.ts'
import { RecordForm } from '../../records/record-form.tsx'
import { RowLink } from '../../records/row-link.tsx'
import { useIsOwn } from '../../records/use-is-own.ts'
import { refetch } from '../../refetch.ts'
import { toast } from '../../ui/toasts.tsx'
import { type CatalogueOperations, type CatalogueRecord, RecordMenu } from './catalogue-moves.tsx'
import { useUsualColumns } from './usual-columns.tsx'

/** The declaration of a screen for one catalogue of the issue configuration. */
export interface Catalogue<R extends CatalogueRecord> {
  /** The first part of its query keys. */
  readonly name: string
  readonly title: string
  /** The text of the button that adds a record. */
  readonly add: string
  /** Explains what such a record is. Shown while there is none. */
  readonly about: string
  readonly operations: CatalogueOperations<R>
  /** Columns in addition to name, key, origin and state. */
  readonly columns: readonly Column<R>[]
  readonly fields: readonly FormField[]
  /** Fields of the form for a new record only: they cannot be changed later. */
  readonly fixedFields?: readonly FormField[]
  /** Start values of the form for a new record, by field name. */
  readonly start?: Readonly<Record<string, string>>
  /** Returns the link to the page of a record. Without it, the name of a record opens the form. */
  readonly pageOf?: (record: R) => LinkProps
  readonly sort?: string
}

/** The screen of a catalogue: the list of its records, and the forms that add and change them. */
export function CatalogueScreen<R extends CatalogueRecord>({ of }: { readonly of: Catalogue<R> }) {
  const { t } = useLingui()
  const can = useCan()
  const mayWrite = can('issue_configuration:write')
  const queries = useQueryClient()
  const usual = useUsualColumns<R>()
  const isOwn = useIsOwn()
  const { name, operations, pageOf } = of
  const form = useOpenRecord<R>(name, operations.get)
  const { record: edited } = form
  const done = ({ name: what }: R) => {
    form.close()
    void refetch(queries, { queryKey: [name] })
    toast(t`${what} was saved.`)
  }
  const nameColumn: Column<R> = {
    id: 'name',
    title: t`Name`,
    isName: true,
    sort: 'name',
    cell: (record) => {
      if (pageOf) return <RowLink link={pageOf(record)}>{record.name}</RowLink>
      if (!mayWrite || !isOwn(record)) return <span className="ellipsis">{record.name}</span>
      return (
        <button type="button" className="link row-link" onClick={() => form.open(record)}>
          {record.name}
        </button>
      )
    },
  }
  const menuColumn: Column<R> = {
    id: 'menu',
    title: t`Actions`,
    isAction: true,
    width: '4.5rem',
    cell: (record) => (
      <RecordMenu
        name={name}
        record={record}
        operations={operations}
        onEdit={() => form.open(record)}
        pageOf={pageOf}
      />
    ),
  }
  return (
    <ListScreen
      name={name}
      title={of.title}
      list={operations}
      columns={[
        nameColumn,
        ...of.columns,
        ...usual,
        ...(mayWrite || can('issue_configuration:delete') ? [menuColumn] : []),
      ]}
      sort={of.sort ?? 'position'}
      empty={{ title: of.title, text: of.about }}
      add={{
        label: of.add,
        isOffered: mayWrite,
        said: ({ name: what }) => t`${what} was saved.`,
        form: (events) => (
          <RecordForm
            name={`new ${name}`}
            title={of.add}
            action={t`Add`}
            fields={[...of.fields.slice(0, 1), ...(of.fixedFields ?? []), ...of.fields.slice(1)]}
            start={of.start ?? {}}
            send={(body: object, options) => operations.create(body, options)}
            {...events}
          />
        ),
      }}
    >
      {edited && (
        <RecordForm
          name={name}
          title={t`Change ${edited.name}`}
          action={t`Save`}
          fields={of.fields}
          record={edited}
          send={(body: object) => operations.update(edited.id, body)}
          reload={() => operations.get(edited.id)}
          onDone={done}
          onClose={form.close}
        />
      )}
    </ListScreen>
  )
}

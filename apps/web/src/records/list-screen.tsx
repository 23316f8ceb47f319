import { useLingui } from '@lingui/react/macro'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useScreenActions } from '../app/screen-actions.ts'
import { EmptyState, type EmptyStateProps } from '../ui/empty-state.tsx'
import { toast } from '../ui/toasts.tsx'
import { FirstStep, ListPage } from './list-page.tsx'
import { ResourceTable, type ResourceTableProps } from './resource-table.tsx'
import { useRefetch } from './use-refetch.ts'
import { useView } from './view.ts'

/** Callbacks to spread into the form of the record. */
export interface FormEvents<R> {
  readonly onDone: (record: R) => void
  readonly onClose: () => void
}

/** How a record is added to a list. */
export interface Addition<R> {
  /** The text of the primary button. */
  readonly label: string
  readonly isOffered: boolean
  readonly form: (events: FormEvents<R>) => ReactNode
  /** The message after the record was added. Without it, or with `opens`, the page of the new record opens. */
  readonly said?: (record: R) => string
  readonly pageOf?: (record: R) => LinkProps
  readonly opens?: boolean
  /** The first elements of further query keys to refetch; those of the list are always refetched. */
  readonly touches?: readonly string[]
}

interface ListScreenProps<R extends { readonly id: string }>
  extends Omit<ResourceTableProps<R>, 'label' | 'empty'> {
  readonly title: string
  readonly empty: Omit<EmptyStateProps, 'children'>
  /** The first step while the list is empty, if it is not the button that adds a record. */
  readonly firstStep?: ReactNode
  readonly add?: Addition<R>
  /** Links and buttons before the primary button. */
  readonly beside?: ReactNode
  /** Rendered instead of the table. */
  readonly instead?: ((empty: ReactNode) => ReactNode) | undefined
  readonly children?: ReactNode
}

/** The screen of a list: the table, its empty state, and the form that adds a record. */
export function ListScreen<R extends { readonly id: string }>({
  title,
  empty,
  firstStep,
  add,
  beside,
  instead,
  children,
  ...table
}: ListScreenProps<R>) {
  const [view, change] = useView()
  const isAdding = add?.isOffered && view.new
  const begin = () => change({ new: 'yes' })
  useScreenActions(add?.isOffered ? [{ label: add.label, run: begin }] : [])
  const button = add?.isOffered && (
    <button type="button" className="button primary" onClick={begin}>
      {add.label}
    </button>
  )
  const first = firstStep || button
  const emptyState = <EmptyState {...empty}>{first && <FirstStep>{first}</FirstStep>}</EmptyState>
  return (
    <ListPage title={title} action={beside} add={button}>
      {instead ? instead(emptyState) : <ResourceTable {...table} label={title} empty={emptyState} />}
      {isAdding && <AddForm name={table.name} add={add} onClose={() => change({ new: '' })} />}
      {children}
    </ListPage>
  )
}

interface AddFormProps<R> {
  readonly name: string
  readonly add: Addition<R>
  readonly onClose: () => Promise<void>
}

function AddForm<R>({ name, add, onClose }: AddFormProps<R>) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { form, said, pageOf, opens = !said, touches = [] } = add
  const refresh = useRefetch([name, ...touches])
  const onDone = async (record: R) => {
    // The form is closed first, so that the focus is back in the list before it changes, and the browser's Back leads to the list
    // without the form.
    await onClose()
    void refresh()
    const page = pageOf?.(record)
    const open = () => void navigate({ ...page })
    if (said) toast(said(record), page && !opens ? { label: t`Open`, run: open } : undefined)
    if (page && opens) open()
  }
  return form({ onClose: () => void onClose(), onDone: (record) => void onDone(record) })
}

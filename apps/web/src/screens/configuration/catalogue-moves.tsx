import { useLingui } from '@lingui/react/macro'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { useCan } from '../../records/can.ts'
import type { List } from '../../records/list.ts'
import { type Move, Moves } from '../../records/moves.tsx'
import { useIsOwn } from '../../records/use-is-own.ts'

/** The members that all records of the issue configuration have. */
export interface CatalogueRecord {
  readonly id: string
  readonly version: number
  readonly key: string
  readonly name: string
  readonly is_shared: boolean
  readonly is_active: boolean
  /** True if this record is the default. The organisation to which a default belongs cannot switch it off. */
  readonly is_default?: boolean
}

/** The operations on the records of a catalogue. The bodies have no type here: the service checks them. */
export interface CatalogueOperations<R> extends List<R> {
  get(id: string): Promise<R>
  create(body: object, options: { readonly idempotencyKey?: string }): Promise<R>
  update(id: string, body: object): Promise<R>
  remove(id: string): Promise<unknown>
  /** Makes a copy that belongs to the organisation. */
  clone?(id: string, body: object): Promise<R>
  /** True if an organisation can switch a shared record off for itself. */
  readonly isSharedSwitched?: boolean
}

interface RecordMenuProps<R extends CatalogueRecord> {
  readonly name: string
  readonly record: R
  readonly operations: CatalogueOperations<R>
  readonly onEdit: () => void
  /** Called after the record was deleted. Only the page of a record passes it; the button Edit is shown only there. */
  readonly onRemoved?: () => void
  /** Returns the link to the page of a record, which opens after cloning. */
  readonly pageOf?: ((record: R) => LinkProps) | undefined
}

/** The most characters that a name may have. */
const MOST_NAME = 255

/** The menu of actions on one catalogue record. */
export function RecordMenu<R extends CatalogueRecord>(props: RecordMenuProps<R>) {
  const { name, record, operations, onEdit, onRemoved, pageOf } = props
  const { t } = useLingui()
  const isOwn = useIsOwn()(record)
  const { id, name: what, is_active, is_default = false } = record
  const { clone, remove } = operations
  const navigate = useNavigate()
  const can = useCan()
  const mayWrite = can('issue_configuration:write')
  const mayChange = mayWrite && isOwn
  const maySwitch = mayWrite && (isOwn || operations.isSharedSwitched === true)
  const switchTo = (to: boolean) => operations.update(id, { is_active: to })
  const copyName = t`Copy of ${what}`.slice(0, MOST_NAME)
  const moves: readonly Move<unknown>[] = [
    {
      id: 'off',
      label: t`Switch off`,
      isOffered: maySwitch && is_active && (!isOwn || !is_default),
      run: () => switchTo(false),
      done: t`${what} is switched off.`,
      undo: () => switchTo(true),
    },
    {
      id: 'on',
      label: t`Switch on`,
      isOffered: maySwitch && !is_active,
      run: () => switchTo(true),
      done: t`${what} is in use.`,
      undo: () => switchTo(false),
    },
    {
      id: 'clone',
      label: t`Clone`,
      isOffered: mayWrite && clone !== undefined,
      // A shared record cannot be changed, but its copy can.
      isNext: !isOwn,
      fields: [{ kind: 'text', name: 'name', label: t`Name of the copy`, maxLength: MOST_NAME }],
      run: async (body) => {
        const copy = await clone?.(id, { name: copyName, ...body })
        if (copy && pageOf) await navigate({ ...pageOf(copy) })
      },
      done: t`${what} was cloned.`,
    },
    {
      id: 'delete',
      label: t`Delete`,
      isOffered: can('issue_configuration:delete') && isOwn,
      isDangerous: true,
      warning: t`It is deleted permanently. If it is in use, switch it off instead.`,
      run: async () => {
        await remove(id)
        onRemoved?.()
      },
      done: t`${what} was deleted.`,
    },
  ]
  return (
    <>
      {mayChange && onRemoved && (
        <button type="button" className="button outlined small" onClick={onEdit}>
          {t`Edit`}
        </button>
      )}
      <Moves of={what} moves={moves} touches={[name]} buttons={onRemoved ? 'next' : 0} />
    </>
  )
}

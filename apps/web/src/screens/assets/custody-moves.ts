import type { Asset, AssetAssignment } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { askableFields } from '../../records/askable-fields.ts'
import { useCan } from '../../records/can.ts'
import type { FormField } from '../../records/form-field.tsx'
import type { Move } from '../../records/moves.tsx'
import { pickableLocations, pickablePersons } from '../../records/pickables.ts'
import { refetch } from '../../refetch.ts'
import { openCustodyQuery } from './custody.tsx'
import { useGiveBack } from './use-give-back.ts'

/** The moves that hand out, take back, move, receive and count an asset, and the one that reports a repair. */
export function useCustodyMoves(asset: Asset): readonly Move<unknown>[] {
  const { t } = useLingui()
  const queries = useQueryClient()
  const can = useCan()
  const mayWrite = can('assets:write', asset.project_id)
  const giveBack = useGiveBack()
  const { id: asset_id, name, person_id, location_id, serial_number } = asset
  const params = { asset_id }
  const isStock = serial_number === null
  const isActive = mayWrite && asset.status === 'active'
  const isHeld = isStock ? asset.available_quantity < asset.quantity : person_id !== null
  const person: FormField = { kind: 'record', name: 'person_id', label: t`Person`, of: pickablePersons }
  const place: FormField = { kind: 'record', name: 'location_id', label: t`Location`, of: pickableLocations }
  const quantity: FormField = { kind: 'number', name: 'quantity', label: t`Quantity` }
  const [recipient, other] = askableFields([person, place], can)
  const recipients = other
    ? [{ ...person, hint: t`Enter either a person or a location.` }, other]
    : recipient && [{ ...recipient, isRequired: true }]
  const due: FormField = { kind: 'day', name: 'expected_return_date', label: t`Due back` }
  const moveTo = (location: string) =>
    api.assetCirculations.create({ asset_id, circulation_type: 'move', location_id: location })
  const custody = useQuery(openCustodyQuery(asset_id)).data
  const open = custody?.[0]
  const wasWithNobody = custody && !open
  /** Returns the function that undoes handing out, or undefined if the earlier state cannot be restored. */
  const wayBack = ({ id, ...made }: AssetAssignment): (() => Promise<unknown>) | undefined => {
    if (!isStock && person_id !== null) return () => giveBack(asset, name, { transfer: true })
    if (!isStock && !wasWithNobody) return undefined
    if (made.person_id !== null)
      return () =>
        api.assetCirculations.create({
          asset_id,
          circulation_type: 'return',
          person_id: made.person_id,
          location_id,
          ...(isStock && { quantity: made.quantity }),
        })
    const close = () => api.assetAssignments.close({ assignment_id: id }, {})
    if (isStock) return close
    return location_id === null ? undefined : () => close().then(() => moveTo(location_id))
  }
  const assign = async (body: object, options: { readonly idempotencyKey?: string }) => {
    if (isStock) return api.assets.assignments.create(params, body, options)
    // Loaded on first use: the bundle of the page is at its size limit.
    const { handOut } = await import('./hand-out.ts')
    try {
      return await handOut(asset, body, open)
    } catch (error) {
      void refetch(queries, { queryKey: ['assets', asset_id] })
      throw error
    }
  }
  const handedOut: { undo?: (() => Promise<unknown>) | undefined } = {}
  return [
    {
      id: 'hand out',
      label: isHeld && !isStock ? t`Hand on` : t`Hand out`,
      isOffered: isActive && recipients !== undefined && (!isStock || asset.available_quantity > 0),
      isNext: isStock || !isHeld,
      fields: [...(recipients ?? []), ...(isStock ? [quantity] : []), due],
      check: ({ person_id = '', location_id = '' }) =>
        other && (person_id === '') === (location_id === '')
          ? { person_id: t`Enter either a person or a location.` }
          : undefined,
      run: async (body, options) => {
        const made = await assign(body, options)
        handedOut.undo = wayBack(made)
        return made
      },
      done: t`${name} was handed out.`,
      get undo() {
        return handedOut.undo
      },
    },
    {
      id: 'return',
      label: t`Take back`,
      isOffered: isActive && isHeld,
      isNext: true,
      fields: [
        ...(isStock ? [{ ...person, label: t`Who gives it back`, isRequired: true }, quantity] : []),
        { ...place, label: t`Where it is put` },
      ],
      run: (body, options) =>
        api.assetCirculations.create({ ...body, asset_id, circulation_type: 'return' }, options),
      done: t`${name} was taken back.`,
      // Not for a stock: several people may have pieces of it, each with a different due date.
      ...(!isStock &&
        person_id !== null && {
          undo: () => giveBack(asset, name),
        }),
    },
    {
      id: 'move',
      label: t`Move to a location`,
      isOffered: isActive && !(isHeld && !isStock),
      fields: [
        { ...place, label: t`Where it goes`, isRequired: true },
        ...(isStock
          ? [
              { kind: 'record', name: 'from_location_id', label: t`From`, of: pickableLocations } as const,
              quantity,
            ]
          : []),
      ],
      run: (body, options) =>
        api.assetCirculations.create({ ...body, asset_id, circulation_type: 'move' }, options),
      done: t`${name} was moved.`,
      ...(!isStock && location_id !== null && { undo: () => moveTo(location_id) }),
    },
    {
      id: 'receive',
      label: t`Bring in more`,
      isOffered: isActive && isStock,
      fields: [
        { ...place, label: t`Where they are put`, isRequired: true },
        { ...quantity, label: t`New pieces`, isRequired: true },
      ],
      run: (body, options) =>
        api.assetCirculations.create({ ...body, asset_id, circulation_type: 'receive' }, options),
      done: t`More of ${name} were brought in.`,
    },
    {
      id: 'count',
      label: t`Count the pieces`,
      isOffered: isActive && isStock,
      fields: [
        { ...place, label: t`Where they lie`, isRequired: true },
        { ...quantity, label: t`Pieces counted`, isRequired: true },
      ],
      run: (body) =>
        api.assetCirculations.create({ ...body, asset_id, circulation_type: 'confirm_location' }),
      done: t`${name} was counted.`,
    },
    {
      id: 'repair',
      label: t`Report a repair`,
      isOffered: isActive && !asset.in_repair,
      fields: [
        { kind: 'text', name: 'title', label: t`What is wrong`, isRequired: true, maxLength: 255 },
        { kind: 'day', name: 'expected_return_date', label: t`Due back` },
      ],
      // The form requires a title. The empty default only satisfies the type: the service rejects it.
      run: (body, options) => api.assetRepairs.create({ title: '', ...body, asset_id }, options),
      done: t`A repair of ${name} was opened.`,
    },
  ]
}

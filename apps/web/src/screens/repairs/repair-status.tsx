import type { AssetRepair } from '@commonhold/contract'
import { useQuery } from '@tanstack/react-query'
import { worded } from '../../issues/words.ts'
import { None, Status } from '../../ui/marks.tsx'
import { statusesQuery } from '../issues/queries.ts'
import { lookOf } from '../issues/status-look.tsx'

/** The status of a repair's issue. Renders a dash if the user may not read the issue. */
export function RepairStatus({ repair: { status } }: { readonly repair: Pick<AssetRepair, 'status'> }) {
  const { data } = useQuery({ ...statusesQuery, enabled: status !== null })
  if (status === null) return <None />
  const known = data?.find(({ key }) => key === status)
  return (
    <Status {...lookOf(known?.category ?? 'unstarted', known, data)}>{known?.name ?? worded(status)}</Status>
  )
}

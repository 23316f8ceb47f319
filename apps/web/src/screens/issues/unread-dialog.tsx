import { Dialog } from '../../ui/dialog.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'

/** A query whose data a form needs. */
interface Needed {
  readonly data: unknown
  readonly error: Error | null
  readonly isFetching: boolean
  refetch(): unknown
}

interface UnreadDialogProps {
  readonly title: string
  readonly needed: readonly Needed[]
  readonly onClose: () => void
}

/** The dialog that replaces a form whose data is not loaded yet, or failed to load. */
export function UnreadDialog({ title, needed, onClose }: UnreadDialogProps) {
  const failed = needed.find(({ data, error, isFetching }) => data === undefined && error && !isFetching)
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {failed ? <Unloaded query={failed} /> : <SkeletonLines />}
    </Dialog>
  )
}

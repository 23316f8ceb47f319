import { Dialog } from '../../ui/dialog.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'

/** Something that a form needs first. */
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

/** Stands in for a form while what it needs is not there. */
export function UnreadDialog({ title, needed, onClose }: UnreadDialogProps) {
  const failed = needed.find(({ data, error, isFetching }) => data === undefined && error && !isFetching)
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {failed ? <Unloaded query={failed} /> : <SkeletonLines />}
    </Dialog>
  )
}

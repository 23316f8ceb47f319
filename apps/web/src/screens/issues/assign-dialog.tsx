import type { Issue } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { Chooser } from '../../records/chooser.tsx'
import { pickableUsers } from '../../records/pickables.ts'
import { useAssign } from './use-work.ts'

const NOBODY = 'nobody'

interface AssignDialogProps {
  readonly issues: readonly Issue[]
  /** Called after the issues were assigned. */
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** The dialog that assigns issues to a user, or to nobody. */
export function AssignDialog({ issues, onDone, onClose }: AssignDialogProps) {
  const { t } = useLingui()
  const assign = useAssign()
  const [first] = issues
  const title = issues.length === 1 && first ? t`Assign ${first.key}` : t`Assign ${issues.length} issues`
  return (
    <Chooser
      title={title}
      label={t`Assignee`}
      of={pickableUsers}
      options={[{ id: NOBODY, text: t`Nobody` }]}
      onClose={onClose}
      onChoose={(id, name) => {
        void assign(issues, id === NOBODY ? null : { id, name }, onDone)
        onClose()
      }}
    />
  )
}

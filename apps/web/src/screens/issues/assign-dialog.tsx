import type { Issue } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { userText } from '../../records/pickables.ts'
import { Chooser } from './chooser.tsx'
import { usersQuery } from './queries.ts'
import { useAssign } from './use-work.ts'

const NOBODY = 'nobody'

interface AssignDialogProps {
  readonly issues: readonly Issue[]
  /** Called when they were assigned. */
  readonly onDone?: () => void
  readonly onClose: () => void
}

/** Gives issues to somebody: a few letters of the name, and Enter. */
export function AssignDialog({ issues, onDone, onClose }: AssignDialogProps) {
  const { t } = useLingui()
  const users = useQuery(usersQuery).data
  const assign = useAssign()
  const [first] = issues
  const title = issues.length === 1 && first ? t`Assign ${first.key}` : t`Assign ${issues.length} issues`
  const options = users?.map((user) => ({ id: user.id, text: userText(user) }))
  return (
    <Chooser
      title={title}
      label={t`Assignee`}
      options={options && [...options, { id: NOBODY, text: t`Nobody` }]}
      onClose={onClose}
      onChoose={(id) => {
        const user = users?.find((one) => one.id === id)
        void assign(issues, user ? { id, name: userText(user) } : null, onDone)
        onClose()
      }}
    />
  )
}

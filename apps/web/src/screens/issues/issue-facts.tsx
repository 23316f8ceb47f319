import type { Issue } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api.ts'
import { useMayEdit } from '../../issues/use-may-change.ts'
import { type Move, MoveDialog, useMove } from '../../records/moves.tsx'
import { Facts } from '../../records/section.tsx'
import { Day } from '../../ui/day.tsx'
import { None, Person } from '../../ui/marks.tsx'
import { MenuButton, MenuItem } from '../../ui/menu.tsx'
import { When } from '../../ui/when.tsx'
import { AssignDialog } from './assign-dialog.tsx'
import { IssueLine } from './issue-link.tsx'
import { IssueStatus, Priority, useTypeName } from './marks.tsx'
import { useDirectMove } from './move-dialogs.tsx'
import { prioritiesQuery } from './queries.ts'
import { ownResolution } from './resolution.ts'
import { Watchers } from './watchers.tsx'

/** The side column of an issue. Assignee, priority and labels can be edited here. */
export function IssueFacts({ issue }: { readonly issue: Issue }) {
  const { t } = useLingui()
  const typeName = useTypeName()
  const mayWrite = useMayEdit()(issue)
  const { parent } = issue
  return (
    <Facts
      facts={[
        [t`Status`, <IssueStatus key="status" issue={issue} />],
        [t`Assignee`, <AssigneeFact key="assignee" issue={issue} mayWrite={mayWrite} />],
        [t`Group`, issue.assignee_group?.name],
        [t`Priority`, <PriorityFact key="priority" issue={issue} mayWrite={mayWrite} />],
        [t`Due`, issue.due_date && <Day on={issue.due_date} isDue={!issue.is_closed} />],
        [t`Labels`, <LabelsFact key="labels" issue={issue} mayWrite={mayWrite} />],
        [t`Type`, typeName(issue.issue_type)],
        [t`Project`, issue.project?.name],
        [t`Part of`, parent && <IssueLine issueKey={parent.key} title={parent.name} />],
        [t`Start`, issue.start_date && <Day on={issue.start_date} />],
        [t`Reporter`, issue.reporter?.name && <Person name={issue.reporter.name} />],
        [t`Opened`, <When key="opened" at={issue.opened_at} />],
        [t`First answer`, issue.first_responded_at && <When at={issue.first_responded_at} />],
        [t`Resolved`, issue.resolved_at && <When at={issue.resolved_at} />],
        [t`Closed`, issue.closed_at && <When at={issue.closed_at} />],
        [t`Resolution`, ownResolution(issue)],
        [t`Watched by`, <Watchers key="watchers" issue={issue} />],
        [t`Archived`, issue.archived_at && <When at={issue.archived_at} />],
      ]}
    />
  )
}

interface FactProps {
  readonly issue: Issue
  readonly mayWrite: boolean
}

function AssigneeFact({ issue, mayWrite }: FactProps) {
  const [isOpen, setOpen] = useState(false)
  const name = issue.assignee?.name
  return (
    <span className="in-place">
      {name ? <Person name={name} /> : <Trans>Nobody</Trans>}
      {mayWrite && (
        <button type="button" className="button quiet small" onClick={() => setOpen(true)}>
          <Trans>Assign</Trans>
        </button>
      )}
      {isOpen && <AssignDialog issues={[issue]} onClose={() => setOpen(false)} />}
    </span>
  )
}

function PriorityFact({ issue, mayWrite }: FactProps) {
  const { t } = useLingui()
  const priorities = useQuery(prioritiesQuery).data ?? []
  const move = useDirectMove()
  const write = (priority: string) => api.issues.update({ issue_id: issue.id }, { priority })
  const change = (priority: string) =>
    move({
      id: 'priority',
      label: t`Priority`,
      isOffered: mayWrite,
      run: () => write(priority),
      done: t`The priority was changed.`,
      undo: () => write(issue.priority),
    })
  if (!mayWrite) return <Priority issue={issue} />
  return (
    <MenuButton
      className="button quiet small in-place-button"
      label={t`Priority`}
      face={<Priority issue={issue} />}
      onAction={(key) => String(key) === issue.priority || void change(String(key))}
    >
      {priorities
        .filter(({ is_active }) => is_active)
        .map(({ id, key, name }) => (
          <MenuItem key={id} id={key} textValue={name}>
            {name}
          </MenuItem>
        ))}
    </MenuButton>
  )
}

function LabelsFact({ issue, mayWrite }: FactProps) {
  const { t } = useLingui()
  const make = useMove(['issues', 'issue'])
  const [isOpen, setOpen] = useState(false)
  const { labels } = issue
  const move: Move<Issue> = {
    id: 'labels',
    label: t`Change labels`,
    isOffered: mayWrite,
    fields: [{ kind: 'list', name: 'labels', label: t`Labels`, hint: t`Separate values with commas.` }],
    start: { labels: labels.join(', ') },
    run: (body) => api.issues.update({ issue_id: issue.id }, body),
    done: t`The labels were changed.`,
    undo: () => api.issues.update({ issue_id: issue.id }, { labels }),
  }
  return (
    <span className="in-place">
      {labels.length > 0 ? (
        <span className="label-marks">
          {labels.map((label) => (
            <span key={label} className="label-mark">
              {label}
            </span>
          ))}
        </span>
      ) : (
        <None />
      )}
      {mayWrite && (
        <button type="button" className="button quiet small" onClick={() => setOpen(true)}>
          <Trans>Change labels</Trans>
        </button>
      )}
      {isOpen && <MoveDialog move={move} of={issue.key} make={make} onClose={() => setOpen(false)} />}
    </span>
  )
}

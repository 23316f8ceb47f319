import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { FormField } from '../../records/form-field.tsx'
import { fieldsQuery, screensQuery } from './queries.ts'
import { useUsualFields } from './usual-fields.ts'

/** What a transition asks, of whom, and where it leads. */
export function useTransitionFields(
  statuses: readonly (readonly [id: string, name: string])[],
): readonly FormField[] {
  const { t } = useLingui()
  const { name, description } = useUsualFields()
  const screens = useQuery(screensQuery).data ?? []
  const fields = useQuery(fieldsQuery).data ?? []
  return [
    name,
    {
      kind: 'choice',
      name: 'from_status_id',
      label: t`From`,
      hint: t`Left empty: from any status.`,
      options: statuses,
    },
    { kind: 'choice', name: 'to_status_id', label: t`To`, isRequired: true, options: statuses },
    {
      kind: 'choice',
      name: 'screen_id',
      label: t`Screen`,
      hint: t`The form that is shown with the move.`,
      options: screens.map((screen) => [screen.id, screen.name] as const),
    },
    { kind: 'flag', name: 'requires_comment', label: t`Asks for a comment` },
    {
      kind: 'flag',
      name: 'allows_open_blockers',
      label: t`May close an issue although what blocks it is open`,
    },
    {
      kind: 'choices',
      name: 'allowed_actors',
      label: t`Who may make it`,
      hint: t`None chosen: whoever may change the issue.`,
      options: [
        ['reporter', t`Reporter`],
        ['assignee', t`Assignee`],
        ['watcher', t`Watcher`],
      ],
    },
    {
      kind: 'choices',
      name: 'required_fields',
      label: t`Fields that must have a value`,
      options: fields.filter(({ is_active }) => is_active).map(({ key, name: text }) => [key, text] as const),
    },
    description,
  ]
}

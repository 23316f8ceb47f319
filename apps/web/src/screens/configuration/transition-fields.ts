import type { IssueField } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type FormField, optionsFrom } from '../../records/form-field.tsx'
import { pickableGroups } from '../../records/pickables.ts'
import { fieldsQuery, screensQuery } from './queries.ts'
import { useUsualFields } from './usual-fields.ts'

/** The fields of the form for a transition. */
export function useTransitionFields(
  statuses: readonly (readonly [id: string, name: string])[],
): readonly FormField[] {
  const { t } = useLingui()
  const { name, description, position } = useUsualFields()
  const screens = useQuery(screensQuery).data ?? []
  const fields = useQuery(fieldsQuery).data ?? []
  const members = fields
    .filter(({ is_active }) => is_active)
    .map((field) => memberOf(field, { yes: t`Yes`, no: t`No` }))
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
      hint: t`The form shown during the transition.`,
      options: screens.map((screen) => [screen.id, screen.name] as const),
    },
    { kind: 'flag', name: 'requires_comment', label: t`Asks for a comment` },
    {
      kind: 'flag',
      name: 'allows_open_blockers',
      label: t`Can close an issue that has open blockers`,
    },
    {
      kind: 'choices',
      name: 'allowed_actors',
      label: t`Who may make it`,
      hint: t`None chosen: everyone who may change the issue.`,
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
      ...optionsFrom(
        fields,
        ({ is_active }) => is_active,
        ({ key, name: text }) => [key, text],
      ),
    },
    {
      kind: 'records',
      name: 'allowed_group_ids',
      label: t`Groups whose members may make it`,
      hint: t`None chosen: everyone who may change the issue.`,
      of: pickableGroups,
    },
    {
      kind: 'choice',
      name: 'required_permission',
      label: t`Permission also required`,
      options: [
        ['issues:manage', t`Manage issues`],
        ['issues:delete', t`Delete issues`],
      ],
    },
    {
      kind: 'pairs',
      name: 'condition',
      label: t`Offered when`,
      hint: t`The issue must have these values. Leave empty to offer it always.`,
      members,
    },
    { kind: 'pairs', name: 'set_fields', label: t`Values that it sets`, members },
    {
      kind: 'pairs',
      name: 'allowed_values',
      label: t`Values that a field may have afterwards`,
      hint: t`Separate values with commas.`,
      members,
      areLists: true,
    },
    { kind: 'flag', name: 'is_active', label: t`In use` },
    position,
    description,
  ]
}

const TEXTS: ReadonlySet<string> = new Set(['text', 'long_text', 'url', 'email', 'date', 'datetime'])

/** Converts an issue field to a member of a form field of the kind `pairs`. */
function memberOf(
  { name, path, type, options }: IssueField,
  words: { readonly yes: string; readonly no: string },
) {
  const flags = [
    ['true', words.yes],
    ['false', words.no],
  ] as const
  const choices = options.map(({ key, label }) => [key, label] as const)
  return {
    name: path,
    text: name,
    options: type === 'boolean' ? flags : choices.length > 0 ? choices : undefined,
    isText: TEXTS.has(type),
  }
}

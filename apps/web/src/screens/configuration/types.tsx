import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { optionsFrom } from '../../records/form-field.tsx'
import { CutText } from '../../ui/marks.tsx'
import { CatalogueScreen } from './catalogue.tsx'
import { typeOperations } from './operations.ts'
import { projectsQuery, screensQuery, workflowsQuery } from './queries.ts'
import { useUsualFields } from './usual-fields.ts'
import { subtypes } from './words.ts'

/** The list of issue types. */
export function Types() {
  const { t } = useLingui()
  const { name, key, description, color, icon, position } = useUsualFields()
  const screens = (useQuery(screensQuery).data ?? []).map((one) => [one.id, one.name] as const)
  const workflows = (useQuery(workflowsQuery).data ?? []).map((one) => [one.id, one.name] as const)
  const projects = useQuery(projectsQuery).data ?? []
  const levels = [
    ['1', t`Holds other issues`],
    ['0', t`Standard`],
    ['-1', t`Part of another issue`],
  ] as const
  return (
    <CatalogueScreen
      of={{
        name: 'issue-types',
        title: t`Issue types`,
        add: t`Add a type`,
        about: t`A type says what an issue is: its workflow, its screens and its projects.`,
        operations: typeOperations,
        columns: [
          { id: 'subtype', title: t`Kind`, cell: ({ subtype }) => <span>{t(subtypes[subtype])}</span> },
          {
            id: 'workflow',
            title: t`Workflow`,
            cell: ({ workflow_record }) => <CutText text={workflow_record?.name} />,
          },
          {
            id: 'screen',
            title: t`Screen`,
            cell: ({ create_screen_record }) => <CutText text={create_screen_record?.name} />,
          },
        ],
        fields: [
          name,
          { kind: 'choice', name: 'workflow_id', label: t`Workflow`, options: workflows },
          {
            kind: 'choice',
            name: 'create_screen_id',
            label: t`Create screen`,
            options: screens,
          },
          { kind: 'choice', name: 'edit_screen_id', label: t`Edit screen`, options: screens },
          {
            kind: 'choice',
            name: 'hierarchy_level',
            label: t`Level`,
            options: levels,
            codec: { toText: String, toValue: Number },
          },
          {
            kind: 'choices',
            name: 'project_ids',
            label: t`Projects`,
            hint: t`None chosen: all.`,
            ...optionsFrom(
              projects,
              ({ archived_at }) => archived_at === null,
              ({ id, name: text }) => [id, text],
            ),
          },
          { kind: 'flag', name: 'is_default', label: t`Default issue type` },
          color,
          icon,
          position,
          description,
        ],
        fixedFields: [
          {
            kind: 'choice',
            name: 'subtype',
            label: t`Kind`,
            isRequired: true,
            options: Object.entries(subtypes).map(([value, label]) => [value, t(label)] as const),
          },
          key,
        ],
        start: { hierarchy_level: '0' },
      }}
    />
  )
}

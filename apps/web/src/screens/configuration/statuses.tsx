import { useLingui } from '@lingui/react/macro'
import { IssueStatus } from '../issues/marks.tsx'
import { CatalogueScreen } from './catalogue.tsx'
import { statusOperations } from './operations.ts'
import { useUsualFields } from './usual-fields.ts'
import { statusCategories } from './words.ts'

/** The list of issue statuses. */
export function Statuses() {
  const { t } = useLingui()
  const { name, key, description, color, position } = useUsualFields()
  return (
    <CatalogueScreen
      of={{
        name: 'issue-statuses',
        title: t`Statuses`,
        add: t`Add a status`,
        about: t`A status says how far the work on an issue is. Workflows say how issues move between statuses.`,
        operations: statusOperations,
        columns: [
          {
            id: 'category',
            title: t`Category`,
            priority: 1,
            width: '9rem',
            cell: ({ key, category }) => (
              <IssueStatus issue={{ status: key, status_category: category }}>
                {t(statusCategories[category])}
              </IssueStatus>
            ),
          },
        ],
        fields: [
          name,
          {
            kind: 'choice',
            name: 'category',
            label: t`Category`,
            hint: t`What the status means for the work. A completed or cancelled status closes an issue.`,
            isRequired: true,
            options: Object.entries(statusCategories).map(([value, label]) => [value, t(label)] as const),
          },
          { kind: 'flag', name: 'pauses_clock', label: t`Pauses the clock` },
          {
            kind: 'flag',
            name: 'is_readonly',
            label: t`Issues in this status are read-only except for transitions`,
          },
          color,
          position,
          description,
        ],
        fixedFields: [key],
      }}
    />
  )
}

import { useLingui } from '@lingui/react/macro'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useTypeName } from '../issues/marks.tsx'
import { CatalogueScreen } from './catalogue.tsx'
import { workflowOperations } from './operations.ts'
import { useUsualFields } from './usual-fields.ts'

/** The list of issue workflows. */
export function Workflows() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { name, key, description } = useUsualFields()
  const typeName = useTypeName()
  return (
    <CatalogueScreen
      of={{
        name: 'issue-workflows',
        title: t`Workflows`,
        add: t`Add a workflow`,
        about: t`A workflow says which statuses an issue has, and how it moves between them.`,
        operations: workflowOperations,
        columns: [
          {
            id: 'types',
            title: t`Types`,
            cell: ({ issue_type_keys }) => <span>{issue_type_keys.map(typeName).join(', ')}</span>,
          },
        ],
        fields: [
          name,
          { kind: 'flag', name: 'is_default', label: t`Default workflow of new issue types` },
          description,
        ],
        fixedFields: [key],
        sort: 'name',
        pageOf: ({ id }) => ({
          to: '/t/$tenant/settings/workflows/$workflow',
          params: { tenant: slug, workflow: id },
        }),
      }}
    />
  )
}

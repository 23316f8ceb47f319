import { useLingui } from '@lingui/react/macro'
import { useTenant } from '../../app/tenant-scope.tsx'
import { CatalogueScreen } from './catalogue.tsx'
import { screenOperations } from './operations.ts'
import { useUsualFields } from './usual-fields.ts'

/** The list of screens: the forms for creating, changing and moving issues. */
export function Screens() {
  const { t } = useLingui()
  const { slug } = useTenant()
  const { name, key, description } = useUsualFields()
  return (
    <CatalogueScreen
      of={{
        name: 'issue-screens',
        title: t`Screens`,
        add: t`Add a screen`,
        about: t`A screen says which fields the form shows when an issue is created, changed or moved.`,
        operations: screenOperations,
        columns: [],
        fields: [name, description],
        fixedFields: [key],
        sort: 'name',
        pageOf: ({ id }) => ({
          to: '/t/$tenant/settings/screens/$screen',
          params: { tenant: slug, screen: id },
        }),
      }}
    />
  )
}

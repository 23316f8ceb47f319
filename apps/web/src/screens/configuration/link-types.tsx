import { useLingui } from '@lingui/react/macro'
import { CatalogueScreen } from './catalogue.tsx'
import { linkTypeOperations } from './operations.ts'
import { useUsualFields } from './usual-fields.ts'

/** The list of issue link types. */
export function LinkTypes() {
  const { t } = useLingui()
  const { name, key, position } = useUsualFields()
  return (
    <CatalogueScreen
      of={{
        name: 'issue-link-types',
        title: t`Link types`,
        add: t`Add a link type`,
        about: t`A link type says what a link between two issues means.`,
        operations: linkTypeOperations,
        columns: [
          {
            id: 'outward',
            title: t`Outward name`,
            priority: 1,
            cell: ({ outward_name }) => <span>{outward_name}</span>,
          },
          {
            id: 'inward',
            title: t`Inward name`,
            priority: 1,
            cell: ({ inward_name }) => <span>{inward_name}</span>,
          },
        ],
        fields: [
          name,
          {
            kind: 'text',
            name: 'outward_name',
            label: t`Outward name`,
            hint: t`For example: blocks.`,
            maxLength: 255,
          },
          {
            kind: 'text',
            name: 'inward_name',
            label: t`Inward name`,
            hint: t`For example: is blocked by.`,
            maxLength: 255,
          },
          { kind: 'flag', name: 'is_symmetric', label: t`Both directions mean the same` },
          {
            kind: 'flag',
            name: 'is_blocking',
            label: t`Blocks closing: the other issue cannot be closed before this one`,
          },
          { kind: 'flag', name: 'is_acyclic', label: t`No cycles: links may not form a loop` },
          position,
        ],
        fixedFields: [key],
      }}
    />
  )
}

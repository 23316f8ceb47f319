import { useLingui } from '@lingui/react/macro'
import { CatalogueScreen } from './catalogue.tsx'
import { priorityOperations } from './operations.ts'
import { useUsualFields } from './usual-fields.ts'

/** The list of issue priorities. */
export function Priorities() {
  const { t } = useLingui()
  const { name, key, description, color, icon, position } = useUsualFields()
  return (
    <CatalogueScreen
      of={{
        name: 'issue-priorities',
        title: t`Priorities`,
        add: t`Add a priority`,
        about: t`A priority says how urgent an issue is.`,
        operations: priorityOperations,
        columns: [
          { id: 'level', title: t`Level`, width: '5rem', isNumber: true, cell: ({ level }) => level },
        ],
        fields: [
          name,
          { kind: 'number', name: 'level', label: t`Level`, hint: t`1 is the most urgent one.` },
          { kind: 'flag', name: 'is_default', label: t`Default priority` },
          color,
          icon,
          position,
          description,
        ],
        fixedFields: [key],
      }}
    />
  )
}

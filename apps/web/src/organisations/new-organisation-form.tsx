import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { meQuery } from '../account/me-query.ts'
import { tenantsQuery } from '../account/queries.ts'
import { RecordForm } from '../records/record-form.tsx'
import { createOrganisation, type NewOrganisation, useIsNameless } from './create.ts'

/** Dialog that creates an organisation and opens it. */
export function NewOrganisationForm({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isNameless = useIsNameless()
  return (
    <RecordForm
      name="tenant"
      title={t`New organisation`}
      action={t`Create the organisation`}
      fields={[
        {
          kind: 'text',
          name: 'name',
          label: t`Name`,
          hint: t`You become its owner. Nobody else sees it until you invite them.`,
          isRequired: true,
          maxLength: 255,
        },
        ...(isNameless
          ? [
              {
                kind: 'text',
                name: 'your_name',
                label: t`Your name`,
                hint: t`People you invite see this name.`,
                maxLength: 255,
              } as const,
            ]
          : []),
      ]}
      send={(body: NewOrganisation, options) => createOrganisation(body, options)}
      onClose={onClose}
      onDone={async ({ slug }) => {
        onClose()
        void queries.invalidateQueries({ queryKey: meQuery.queryKey, exact: true })
        await queries.fetchQuery({ ...tenantsQuery, staleTime: 0 })
        await navigate({ to: '/t/$tenant', params: { tenant: slug } })
      }}
    />
  )
}

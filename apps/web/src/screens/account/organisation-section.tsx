import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { tenantsQuery } from '../../account/queries.ts'
import { useTenant } from '../../app/tenant-scope.tsx'
import { useMayCreate } from '../../organisations/create.ts'
import { useLeaveMove } from '../../organisations/leave-move.ts'
import { NewOrganisationForm } from '../../organisations/new-organisation-form.tsx'
import { Moves } from '../../records/moves.tsx'
import { Section } from '../../records/section.tsx'
import { Status } from '../../ui/marks.tsx'
import { Unloaded } from '../../ui/unloaded.tsx'

/** The organisations of the user, with a button to leave each, and a form to create another. */
export function OrganisationSection() {
  const { t } = useLingui()
  const query = useQuery(tenantsQuery)
  const here = useTenant()
  const leave = useLeaveMove()
  const mayCreate = useMayCreate()
  const [isMaking, setMaking] = useState(false)
  return (
    <Section
      title={t`Your organisations`}
      action={
        mayCreate && (
          <button type="button" className="button outlined small" onClick={() => setMaking(true)}>
            <Trans>New organisation</Trans>
          </button>
        )
      }
    >
      {!query.data && <Unloaded query={query} />}
      <ul className="line-list">
        {query.data?.map((tenant) => (
          <li key={tenant.id}>
            <Link className="row-link" to="/t/$tenant" params={{ tenant: tenant.slug }}>
              {tenant.name}
            </Link>
            {tenant.id === here.id && <Status tone="good">{t`This one`}</Status>}
            <span className="at-end">
              <Moves of={tenant.name} moves={[leave(tenant)]} touches={[]} />
            </span>
          </li>
        ))}
      </ul>
      {isMaking && <NewOrganisationForm onClose={() => setMaking(false)} />}
    </Section>
  )
}

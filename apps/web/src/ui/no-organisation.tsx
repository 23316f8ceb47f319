import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery } from '../account/me-query.ts'
import { useMayCreate } from '../organisations/create.ts'

/** Shown to a user who belongs to no organisation: what the user can do. */
export function NoOrganisation() {
  const { t } = useLingui()
  const email = useQuery(meQuery).data?.email ?? t`you`
  const mayCreate = useMayCreate()
  return (
    <section className="card no-organisation" aria-labelledby="no-organisation">
      <h2 id="no-organisation">
        <Trans>You belong to no organisation yet</Trans>
      </h2>
      <p>
        {mayCreate
          ? t`Assets, issues and people belong to an organisation. Create one, or ask an owner to invite ${email}. The link in that mail lets you join.`
          : t`Assets, issues and people belong to an organisation. Ask an owner to invite ${email}. The link in that mail lets you join.`}
      </p>
      {mayCreate && (
        <p>
          <Link to="/dashboard/new-organisation" className="button primary">
            <Trans>New organisation</Trans>
          </Link>
        </p>
      )}
    </section>
  )
}

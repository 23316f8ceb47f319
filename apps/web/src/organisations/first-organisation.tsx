import type { Tenant } from '@commonhold/contract'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { CreateForm } from './create-form.tsx'

/** The first step of a new user: a form to create an organisation. The user can also open the shared one. */
export function FirstOrganisation({ shared }: { readonly shared: Tenant }) {
  const { t } = useLingui()
  const { slug, name } = shared
  return (
    <section className="card first-organisation" aria-labelledby="first-organisation">
      <div className="column">
        <h2 id="first-organisation">
          <Trans>Create your organisation</Trans>
        </h2>
        <p>
          <Trans>
            Assets, issues and people belong to an organisation. You become its owner, and nobody else sees it
            until you invite them.
          </Trans>
        </p>
      </div>
      <CreateForm />
      <div className="column">
        <p className="hint">
          {t`Everybody who signs up here shares “${name}”. Try things out there, and keep real records in your own organisation.`}
        </p>
        <p>
          <Link to="/t/$tenant" params={{ tenant: slug }} className="button outlined">
            {t`Open ${name}`}
          </Link>
        </p>
      </div>
    </section>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMayCreate } from '../organisations/create.ts'
import { CreateForm } from '../organisations/create-form.tsx'
import { Gate } from '../ui/gate.tsx'
import { Page } from '../ui/page.tsx'

/** The page to create an organisation. */
export function NewOrganisation() {
  const { t } = useLingui()
  const mayCreate = useMayCreate()
  return (
    <Gate>
      <Page
        title={t`New organisation`}
        lead={t`You become its owner. Nobody else sees it until you invite them.`}
        startInField
      >
        {mayCreate ? (
          <CreateForm />
        ) : (
          <p>
            <Trans>
              Only the operator of this service can create organisations. Ask the operator for one.
            </Trans>
          </p>
        )}
        <p className="aside">
          <Link to="/dashboard" className="target">
            <Trans>Back to the dashboard</Trans>
          </Link>
        </p>
      </Page>
    </Gate>
  )
}

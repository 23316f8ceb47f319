import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { publicApi } from '../connection.ts'
import { isUsedUp, useLinkToken } from '../link-token.ts'
import { Form } from '../ui/form.tsx'
import { Gate } from '../ui/gate.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useForm } from '../ui/use-form.ts'

const usedUp = () => t`This link does not work any more. Perhaps the address is confirmed already.`

/** The page that the link of a verification mail opens. It has a button, because some mail programs open links automatically. */
export function VerifyEmail() {
  const token = useLinkToken()
  const [done, setDone] = useState(false)

  const form = useForm({
    names: [],
    check: () => ({}),
    send: () => publicApi.auth.verifyEmail({ token }),
    done: () => setDone(true),
  })

  return (
    <Gate>
      <Page
        title={t`Confirm your email address`}
        lead={done ? undefined : t`Confirm that the mail with this link reached you.`}
      >
        <div role="status" className="notices">
          {done && (
            <Notice tone="good">
              <Trans>Your email address is confirmed.</Trans>
            </Notice>
          )}
        </div>
        {!done && token === '' && <Notice tone="problem">{usedUp()}</Notice>}
        {!done && token !== '' && (
          <Form
            label={t`Confirm your email address`}
            state={form}
            action={t`Confirm the address`}
            pendingAction={t`Confirming…`}
            guidance={isUsedUp(form.failure) && usedUp()}
          >
            {null}
          </Form>
        )}
        <p className="aside">
          <Link to="/dashboard" className="target">
            <Trans>Go on to the dashboard</Trans>
          </Link>
        </p>
      </Page>
    </Gate>
  )
}

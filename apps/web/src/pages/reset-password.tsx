import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { publicApi } from '../connection.ts'
import { onlyErrors } from '../field-errors.ts'
import { isUsedUp, useLinkToken } from '../link-token.ts'
import { newPasswordError, passwordHint } from '../password-error.ts'
import { PasswordField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Gate } from '../ui/gate.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useForm } from '../ui/use-form.ts'

const another = (
  <Trans>
    This link does not work any more.{' '}
    <Link to="/forgot-password" className="target">
      Ask for another one
    </Link>
    .
  </Trans>
)

/** The page that the link of a mail for a forgotten password opens. */
export function ResetPassword() {
  const { t } = useLingui()
  const token = useLinkToken()
  const [done, setDone] = useState(false)

  const form = useForm({
    names: ['password'],
    check: ({ password }) => onlyErrors({ password: newPasswordError(password) }),
    send: ({ password }) => publicApi.auth.resetPassword({ token, password }),
    done: () => setDone(true),
  })

  return (
    <Gate>
      <Page
        title={t`Set a new password`}
        lead={done ? undefined : t`It replaces your current password, and signs you out everywhere.`}
        startInField
      >
        <div role="status" className="notices">
          {done && (
            <Notice tone="good">
              <Trans>Your password was changed. Sign in with the new one.</Trans>
            </Notice>
          )}
        </div>
        {!done && token === '' && <Notice tone="problem">{another}</Notice>}
        {!done && token !== '' && (
          <Form
            label={t`Set a new password`}
            state={form}
            action={t`Set the password`}
            pendingAction={t`Setting the password…`}
            guidance={isUsedUp(form.failure) && another}
          >
            <PasswordField
              label={t`New password`}
              name="password"
              autoComplete="new-password"
              hint={passwordHint()}
              error={form.errors.fields.password}
            />
          </Form>
        )}
        <p className="aside">
          <Link to="/signin" className="target">
            {done ? t`Sign in` : t`Back to sign in`}
          </Link>
        </p>
      </Page>
    </Gate>
  )
}

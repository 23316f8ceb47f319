import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { publicApi } from '../connection.ts'
import { emailError, onlyErrors } from '../field-errors.ts'
import { newPasswordError, passwordHint } from '../password-error.ts'
import { statusOf } from '../problem-text.ts'
import { useClosedSignUp } from '../sign-up-policy.ts'
import { EmailField, PasswordField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Gate } from '../ui/gate.tsx'
import { Page } from '../ui/page.tsx'
import { useForm } from '../ui/use-form.ts'

/** What to do if sign-up is closed, by the reason. */
const advice = {
  invited: msg`Ask an administrator of your organisation for an invitation.`,
  off: msg`Ask the operator of this service for an account.`,
}

export function SignUp() {
  const closed = useClosedSignUp()
  return closed === undefined ? <SignUpForm /> : <SignUpClosed reason={closed} />
}

function SignUpClosed({ reason }: { readonly reason: keyof typeof advice }) {
  const { t } = useLingui()
  return (
    <Gate>
      <Page title={t`Sign-up is closed`} lead={t(advice[reason])}>
        <p className="aside">
          <Trans>
            Have an account?{' '}
            <Link to="/signin" className="target">
              Sign in
            </Link>
          </Trans>
        </p>
      </Page>
    </Gate>
  )
}

function SignUpForm() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const emailInput = useRef<HTMLInputElement>(null)

  const form = useForm({
    names: ['email', 'password'],
    check: (values) =>
      onlyErrors({ email: emailError(values.email), password: newPasswordError(values.password) }),
    send: (values) => publicApi.users.create(values),
    done: (_, values) => navigate({ to: '/signin', state: { email: values.email, created: true } }),
  })
  const taken = statusOf(form.failure) === 409

  return (
    <Gate>
      <Page title={t`Create an account`} lead={t`You need an email address and a password.`} startInField>
        <Form
          label={t`Create an account`}
          state={form}
          action={t`Create account`}
          pendingAction={t`Creating your account…`}
          guidance={
            taken && (
              <Trans>
                There is an account with this email already.{' '}
                <Link to="/signin" state={{ email }}>
                  Sign in
                </Link>{' '}
                with it, or{' '}
                <button type="button" className="link" onClick={() => emailInput.current?.select()}>
                  use another email
                </button>
                .
              </Trans>
            )
          }
        >
          <EmailField
            ref={emailInput}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={taken ? t`This email is in use.` : form.errors.fields.email}
          />
          <PasswordField
            label={t`Password`}
            name="password"
            autoComplete="new-password"
            hint={passwordHint()}
            error={form.errors.fields.password}
          />
        </Form>
        <p className="aside">
          <Trans>
            Have an account?{' '}
            <Link to="/signin" state={{ email }} className="target">
              Sign in
            </Link>
          </Trans>
        </p>
      </Page>
    </Gate>
  )
}

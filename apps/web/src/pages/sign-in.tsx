import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { checkTenant, publicApi } from '../connection.ts'
import { emailError, onlyErrors } from '../field-errors.ts'
import { internalPath } from '../next.ts'
import { statusOf, wrongCredentials } from '../problem-text.ts'
import { rememberEmail, rememberedEmail } from '../remembered-email.ts'
import { storeToken } from '../session.ts'
import { useClosedSignUp } from '../sign-up-policy.ts'
import { EmailField, PasswordField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Gate } from '../ui/gate.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useForm } from '../ui/use-form.ts'

export function SignIn() {
  const { t } = useLingui()
  const { next, expired } = useSearch({ from: '/signin' })
  const { email: carried, created } = useLocation({ select: ({ state }) => state })
  const [remembered] = useState(rememberedEmail)
  const [email, setEmail] = useState(carried ?? remembered)
  const [remember, setRemember] = useState(remembered !== '')
  const closed = useClosedSignUp()
  const router = useRouter()
  const queries = useQueryClient()

  const form = useForm({
    names: ['email', 'password'],
    check: (values) =>
      onlyErrors({
        email: emailError(values.email),
        password: values.password === '' ? t`Enter your password.` : undefined,
      }),
    send: async (values) => {
      const tokens = await publicApi.auth.createToken(values)
      await checkTenant(tokens.access_token)
      return tokens
    },
    done: (tokens, values) => {
      queries.clear()
      storeToken(tokens.access_token)
      rememberEmail(values.email, remember)
      router.history.replace(internalPath(next, window.location.origin))
    },
  })

  return (
    <Gate>
      <Page title={t`Sign in`} lead={t`Welcome back. Use the email of your account.`} startInField>
        <div role="status" className="notices">
          {created && (
            <Notice tone="good">
              <Trans>Your account was created. Sign in to begin.</Trans>
            </Notice>
          )}
          {expired === '1' && (
            <Notice tone="info">
              <Trans>Your session has expired. Sign in again to go on.</Trans>
            </Notice>
          )}
        </div>
        <Form
          label={t`Sign in`}
          state={form}
          action={t`Sign in`}
          pendingAction={t`Signing in…`}
          guidance={statusOf(form.failure) === 401 && wrongCredentials()}
        >
          <EmailField
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={form.errors.fields.email}
          />
          <PasswordField
            label={t`Password`}
            name="password"
            autoComplete="current-password"
            error={form.errors.fields.password}
          />
          <div className="beside">
            <label className="check">
              <input
                type="checkbox"
                checked={remember}
                onChange={(event) => setRemember(event.target.checked)}
              />
              <Trans>Remember me</Trans>
            </label>
            <Link to="/forgot-password" state={{ email }} className="target">
              <Trans>Forgot password?</Trans>
            </Link>
          </div>
        </Form>
        {closed === undefined && (
          <p className="aside">
            <Trans>
              New here?{' '}
              <Link to="/signup" className="target">
                Create an account
              </Link>
            </Trans>
          </p>
        )}
      </Page>
    </Gate>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { publicApi } from '../connection.ts'
import { emailError, onlyErrors } from '../field-errors.ts'
import { EmailField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Gate } from '../ui/gate.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useForm } from '../ui/use-form.ts'

export function ForgotPassword() {
  const { t } = useLingui()
  const carried = useLocation({ select: ({ state }) => state.email })
  const [email, setEmail] = useState(carried ?? '')
  const [asked, setAsked] = useState(false)

  const form = useForm({
    names: ['email'],
    check: (values) => onlyErrors({ email: emailError(values.email) }),
    send: (values) => publicApi.auth.requestPasswordReset(values),
    done: () => setAsked(true),
  })

  return (
    <Gate>
      <Page
        title={t`Forgot your password?`}
        lead={asked ? undefined : t`Enter the email of your account.`}
        startInField
      >
        <div role="status" className="notices">
          {asked && (
            <Notice tone="info">
              <Trans>If an account exists for this email, instructions will be sent to it.</Trans>
            </Notice>
          )}
        </div>
        {!asked && (
          <Form
            label={t`Forgot password`}
            state={form}
            action={t`Send instructions`}
            pendingAction={t`Sending…`}
          >
            <EmailField
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              error={form.errors.fields.email}
            />
          </Form>
        )}
        <p className="aside">
          <Link to="/signin" state={{ email }} className="target">
            <Trans>Back to sign in</Trans>
          </Link>
        </p>
      </Page>
    </Gate>
  )
}

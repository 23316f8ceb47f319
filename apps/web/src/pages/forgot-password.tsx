import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { publicApi } from '../connection.ts'
import { emailFault, onlyFaults } from '../field-errors.ts'
import { EmailField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Gate } from '../ui/gate.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useForm } from '../ui/use-form.ts'

export function ForgotPassword() {
  const carried = useLocation({ select: ({ state }) => state.email })
  const [email, setEmail] = useState(carried ?? '')
  const [asked, setAsked] = useState(false)

  const form = useForm({
    names: ['email'],
    check: (values) => onlyFaults({ email: emailFault(values.email) }),
    send: (values) => publicApi.auth.requestPasswordReset(values),
    done: () => setAsked(true),
  })

  return (
    <Gate>
      <Page
        title="Forgot your password?"
        lead={asked ? undefined : 'Tell us the email of your account.'}
        startInField
      >
        <div role="status" className="notices">
          {asked && (
            <Notice tone="info">If an account exists for this email, instructions will be sent to it.</Notice>
          )}
        </div>
        {!asked && (
          <Form label="Forgot password" state={form} action="Send instructions" pendingAction="Sending…">
            <EmailField
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              error={form.faults.fields.email}
            />
          </Form>
        )}
        <p className="aside">
          <Link to="/signin" state={{ email }} className="target">
            Back to sign in
          </Link>
        </p>
      </Page>
    </Gate>
  )
}

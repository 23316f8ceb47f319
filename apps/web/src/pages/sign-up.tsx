import { Link, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { publicApi } from '../connection.ts'
import { emailFault, onlyFaults } from '../field-errors.ts'
import { statusOf } from '../problem-text.ts'
import { useClosedSignUp } from '../sign-up-policy.ts'
import { EmailField, PasswordField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Gate } from '../ui/gate.tsx'
import { Page } from '../ui/page.tsx'
import { useForm } from '../ui/use-form.ts'

const MIN_LENGTH = 8
const MAX_LENGTH = 256

/** Length as the service counts it, in code points; all else about a password is the service's to judge. */
function passwordFault(password: string): string | undefined {
  const { length } = [...password]
  if (length === 0) return 'Choose a password.'
  if (length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters.`
  if (length > MAX_LENGTH) return `Use at most ${MAX_LENGTH} characters.`
  return undefined
}

/** What to do where people cannot sign up. */
const advice = {
  invited: 'Accounts are given by invitation here. Ask an administrator of your organisation for one.',
  off: 'Nobody can make an account here. Ask whoever runs this service for one.',
}

export function SignUp() {
  const closed = useClosedSignUp()
  return closed === undefined ? <SignUpForm /> : <SignUpClosed reason={closed} />
}

function SignUpClosed({ reason }: { readonly reason: keyof typeof advice }) {
  return (
    <Gate>
      <Page title="Sign-up is closed" lead={advice[reason]}>
        <p className="aside">
          Have an account?{' '}
          <Link to="/signin" className="target">
            Sign in
          </Link>
        </p>
      </Page>
    </Gate>
  )
}

function SignUpForm() {
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const emailInput = useRef<HTMLInputElement>(null)

  const form = useForm({
    names: ['email', 'password'],
    check: (values) =>
      onlyFaults({ email: emailFault(values.email), password: passwordFault(values.password) }),
    send: (values) => publicApi.users.create(values),
    done: (_, values) => navigate({ to: '/signin', state: { email: values.email, created: true } }),
  })
  const taken = statusOf(form.failure) === 409

  return (
    <Gate>
      <Page title="Create an account" lead="It takes an email and a password." startInField>
        <Form
          label="Create an account"
          state={form}
          action="Create account"
          pendingAction="Creating your account…"
          guidance={
            taken && (
              <>
                There is an account with this email already.{' '}
                <Link to="/signin" state={{ email }}>
                  Sign in
                </Link>{' '}
                with it, or{' '}
                <button type="button" className="link" onClick={() => emailInput.current?.select()}>
                  use another email
                </button>
                .
              </>
            )
          }
        >
          <EmailField
            ref={emailInput}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={taken ? 'This email is in use.' : form.faults.fields.email}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            hint={`At least ${MIN_LENGTH} characters. A few unrelated words are easy to keep in mind.`}
            error={form.faults.fields.password}
          />
        </Form>
        <p className="aside">
          Have an account?{' '}
          <Link to="/signin" state={{ email }} className="target">
            Sign in
          </Link>
        </p>
      </Page>
    </Gate>
  )
}

import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { publicApi } from '../connection.ts'
import { isUsedUp, useLinkToken } from '../link-token.ts'
import { Form } from '../ui/form.tsx'
import { Gate } from '../ui/gate.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { useForm } from '../ui/use-form.ts'

const USED_UP = 'This link does not work any more. Perhaps the address is confirmed already.'

/** Where the link of a mail that verifies an address leads. A button, because some mail programs open links by themselves. */
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
        title="Confirm your email address"
        lead={done ? undefined : 'Confirm that the mail with this link reached you.'}
      >
        <div role="status" className="notices">
          {done && <Notice tone="good">Your email address is confirmed.</Notice>}
        </div>
        {!done && token === '' && <Notice tone="problem">{USED_UP}</Notice>}
        {!done && token !== '' && (
          <Form
            label="Confirm your email address"
            state={form}
            action="Confirm the address"
            pendingAction="Confirming…"
            guidance={isUsedUp(form.failure) && USED_UP}
          >
            {null}
          </Form>
        )}
        <p className="aside">
          <Link to="/dashboard" className="target">
            Go on to the dashboard
          </Link>
        </p>
      </Page>
    </Gate>
  )
}

import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { meQuery } from '../account/me-query.ts'
import { tenantsQuery } from '../account/queries.ts'
import { idempotencyKeys } from '../api.ts'
import { onlyErrors } from '../field-errors.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useForm } from '../ui/use-form.ts'
import { createOrganisation, useIsNameless } from './create.ts'

/** Creates an organisation from a page of the dashboard, and opens it. */
export function CreateForm() {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const isNameless = useIsNameless()
  const [keys] = useState(idempotencyKeys)
  const form = useForm({
    names: ['name', 'your_name'],
    check: ({ name }) => onlyErrors({ name: name.trim() === '' ? t`Give it a name.` : undefined }),
    send: (values) => createOrganisation(values, { idempotencyKey: keys.keyOf(values) }),
    done: async ({ slug }) => {
      void queries.invalidateQueries({ queryKey: meQuery.queryKey, exact: true })
      await queries.fetchQuery({ ...tenantsQuery, staleTime: 0 })
      await navigate({ to: '/t/$tenant', params: { tenant: slug }, replace: true })
    },
  })
  return (
    <Form
      label={t`New organisation`}
      state={form}
      action={t`Create the organisation`}
      pendingAction={t`Creating…`}
    >
      <Field
        label={t`Name of the organisation`}
        name="name"
        aria-required
        maxLength={255}
        autoComplete="organization"
        hint={t`For example the name of your school, district or department.`}
        error={form.errors.fields.name}
      />
      {isNameless && (
        <Field
          label={t`Your name`}
          name="your_name"
          maxLength={255}
          autoComplete="name"
          hint={t`People you invite see this name.`}
          error={form.errors.fields.your_name}
        />
      )}
    </Form>
  )
}

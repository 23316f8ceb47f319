import type { AssetModel, TrackingType } from '@commonhold/contract'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, idempotencyKeys } from '../api.ts'
import { onlyErrors } from '../field-errors.ts'
import { refetch } from '../refetch.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useForm } from '../ui/use-form.ts'
import { modelsQuery } from './queries.ts'

const trackings: readonly { value: TrackingType; label: MessageDescriptor; example: MessageDescriptor }[] = [
  { value: 'serialized', label: msg`Individual items`, example: msg`Each has a serial number` },
  { value: 'countable', label: msg`Stock`, example: msg`Counted by quantity` },
]

/** The name of the form's draft. */
export const MODEL_DRAFT = 'asset model'

/** Adds an asset model. */
export function ModelForm({ onAdded }: { readonly onAdded: (model: AssetModel) => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [tracking, setTracking] = useState<TrackingType>('serialized')
  const [keys] = useState(idempotencyKeys)

  const form = useForm({
    draft: MODEL_DRAFT,
    names: ['name'],
    check: ({ name }) =>
      onlyErrors({ name: name.trim() === '' ? t`Enter the name of the model.` : undefined }),
    send: ({ name }) => {
      const body = { name, tracking_type: tracking }
      return api.assetModels.create(body, { idempotencyKey: keys.keyOf(body) })
    },
    done: async (model, _, element) => {
      keys.done()
      element.reset()
      await refetch(queries, { queryKey: modelsQuery.queryKey })
      onAdded(model)
    },
  })

  return (
    <Form label={t`Add an asset model`} state={form} action={t`Add model`} pendingAction={t`Adding…`}>
      <Field
        label={t`Model name`}
        name="name"
        aria-required
        placeholder="ThinkPad X1 Carbon"
        autoComplete="off"
        error={form.errors.fields.name}
      />
      <fieldset className="choices">
        <legend>
          <Trans>How it is tracked</Trans>
        </legend>
        {trackings.map(({ value, label, example }) => (
          <label key={value} className="choice">
            <input
              type="radio"
              name="tracking_type"
              value={value}
              checked={tracking === value}
              onChange={() => setTracking(value)}
            />
            <span>
              {t(label)}
              <small>{t(example)}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </Form>
  )
}

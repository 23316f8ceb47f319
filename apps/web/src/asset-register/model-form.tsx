import type { AssetModel, TrackingType } from '@commonhold/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, idempotencyKeys } from '../api.ts'
import { askAnew } from '../ask-anew.ts'
import { onlyFaults } from '../field-errors.ts'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useForm } from '../ui/use-form.ts'
import { modelsQuery } from './queries.ts'

const trackings: readonly { value: TrackingType; label: string; example: string }[] = [
  { value: 'serialized', label: 'Single pieces', example: 'Each has a serial number' },
  { value: 'countable', label: 'Stock', example: 'Counted by quantity' },
]

/** The name of the form's draft. */
export const MODEL_DRAFT = 'asset model'

/** Adds a kind of asset. */
export function ModelForm({ onAdded }: { readonly onAdded: (model: AssetModel) => void }) {
  const queries = useQueryClient()
  const [tracking, setTracking] = useState<TrackingType>('serialized')
  const [keys] = useState(idempotencyKeys)

  const form = useForm({
    draft: MODEL_DRAFT,
    names: ['name'],
    check: ({ name }) =>
      onlyFaults({ name: name.trim() === '' ? 'Enter what the model is called.' : undefined }),
    send: ({ name }) => {
      const body = { name, tracking_type: tracking }
      return api.assetModels.create(body, { idempotencyKey: keys.keyOf(body) })
    },
    done: async (model, _, element) => {
      keys.done()
      element.reset()
      await askAnew(queries, { queryKey: modelsQuery.queryKey })
      onAdded(model)
    },
  })

  return (
    <Form label="Add an asset model" state={form} action="Add model" pendingAction="Adding…">
      <Field
        label="Model name"
        name="name"
        placeholder="ThinkPad X1 Carbon"
        autoComplete="off"
        error={form.faults.fields.name}
      />
      <fieldset className="choices">
        <legend>How it is tracked</legend>
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
              {label}
              <small>{example}</small>
            </span>
          </label>
        ))}
      </fieldset>
    </Form>
  )
}

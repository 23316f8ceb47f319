import type { Asset, AssetCreate, AssetModel } from '@commonhold/contract'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, idempotencyKeys } from '../api.ts'
import { onlyErrors } from '../field-errors.ts'
import { refetch } from '../refetch.ts'
import { Field, SelectField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useForm } from '../ui/use-form.ts'

const isQuantity = (text: string) => /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= 1_000_000

interface AssetFormProps {
  readonly models: readonly AssetModel[]
  readonly model: AssetModel
  readonly onModel: (id: string) => void
  readonly onRegistered: (asset: Asset) => void
}

/** Registers an asset; its model decides between a serial number and a quantity. */
export function AssetForm({ models, model, onModel, onRegistered }: AssetFormProps) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [keys] = useState(idempotencyKeys)
  const serialized = model.tracking_type === 'serialized'

  const form = useForm({
    draft: 'asset',
    names: ['model_id', 'name', 'serial_number', 'quantity'],
    check: ({ name, serial_number, quantity }) =>
      onlyErrors({
        name: name.trim() === '' ? t`Enter a name.` : undefined,
        serial_number: serialized && serial_number.trim() === '' ? t`Enter the serial number.` : undefined,
        quantity:
          serialized || isQuantity(quantity) ? undefined : t`Enter a whole number from 1 to 1,000,000.`,
      }),
    send: ({ model_id, name, serial_number, quantity }) => {
      const body: AssetCreate = serialized
        ? { model_id, name, serial_number }
        : { model_id, name, quantity: Number(quantity) }
      return api.assets.create(body, { idempotencyKey: keys.keyOf(body) })
    },
    done: async (asset, _, element) => {
      keys.done()
      for (const input of element.querySelectorAll('input')) input.value = input.defaultValue
      onRegistered(asset)
      element.querySelector('input')?.focus()
      await refetch(queries, { queryKey: ['assets'] })
    },
  })
  const { fields } = form.errors

  return (
    <Form
      label={t`Register an asset`}
      state={form}
      action={t`Register asset`}
      pendingAction={t`Registering…`}
    >
      <SelectField
        label={t`Model`}
        name="model_id"
        aria-required
        value={model.id}
        onChange={(event) => onModel(event.target.value)}
        error={fields.model_id}
      >
        {models.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field
        label={t`Name`}
        name="name"
        aria-required
        placeholder={t`Loan laptop 12`}
        autoComplete="off"
        error={fields.name}
      />
      {serialized ? (
        <Field
          key="serial_number"
          label={t`Serial number`}
          name="serial_number"
          aria-required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={fields.serial_number}
        />
      ) : (
        <Field
          key="quantity"
          label={t`Quantity`}
          name="quantity"
          aria-required
          type="number"
          inputMode="numeric"
          min={1}
          defaultValue={1}
          error={fields.quantity}
        />
      )}
    </Form>
  )
}

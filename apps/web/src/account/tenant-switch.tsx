import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../api.ts'
import { problemText } from '../problem-text.ts'
import { readTenant, storeTenant } from '../tenant.ts'
import { SelectField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Unloaded } from '../ui/unloaded.tsx'
import { tenantQuery, tenantsQuery } from './queries.ts'

/** The organisation that this tab works in. Other tabs keep theirs; the next sign-in begins in the one chosen last. */
export function TenantSwitch() {
  const queries = useQueryClient()
  const tenants = useQuery(tenantsQuery)
  const current = useQuery(tenantQuery)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (tenant_id: string) => api.me.selectTenant({ tenant_id }, { tenantId: tenant_id }),
    onSuccess: async ({ id }) => {
      storeTenant(id)
      await queries.resetQueries()
    },
  })
  const currentId = current.data?.id
  useEffect(() => {
    // From now on another tab's choice does not reach this one.
    if (currentId && readTenant() === null) storeTenant(currentId)
  }, [currentId])

  if (!tenants.data) return <Unloaded query={tenants} />
  if (tenants.data.length === 0)
    return <p className="hint">You belong to no organisation yet. Ask an owner of yours to add you.</p>
  return (
    <>
      <SelectField
        label="Organisation"
        hint="Holds for this tab. Other tabs stay where they are."
        value={currentId ?? ''}
        disabled={isPending}
        onChange={(event) => mutate(event.target.value)}
      >
        {currentId === undefined && <option value="">Choose one</option>}
        {tenants.data.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div role="alert">{error && <Notice tone="problem">{problemText(error)}</Notice>}</div>
    </>
  )
}

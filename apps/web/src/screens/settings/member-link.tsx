import { useTenant } from '../../app/tenant-scope.tsx'
import { useCan } from '../../records/can.ts'
import { RowLink } from '../../records/row-link.tsx'

/** The link to a member's page, or only the name if the user may not read members. */
export function MemberLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { slug } = useTenant()
  if (!useCan()('users:read')) return name
  return (
    <RowLink link={{ to: '/t/$tenant/settings/members/$member', params: { tenant: slug, member: id } }}>
      {name}
    </RowLink>
  )
}

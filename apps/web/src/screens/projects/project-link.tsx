import { useTenant } from '../../app/tenant-scope.tsx'
import { RowLink } from '../../records/row-link.tsx'

/** The link to a project's page. */
export function ProjectLink({ id, name }: { readonly id: string; readonly name: string }) {
  const { slug } = useTenant()
  return (
    <RowLink link={{ to: '/t/$tenant/projects/$project', params: { tenant: slug, project: id } }}>
      {name}
    </RowLink>
  )
}

import { useTenant } from '../app/tenant-scope.tsx'

/**
 * Returns true for a record that belongs to the organisation, which alone may change it. Shared records belong to the root
 * organisation.
 */
export function useIsOwn(): (record: { readonly is_shared?: boolean }) => boolean {
  const { is_root } = useTenant()
  return ({ is_shared }) => is_root || !is_shared
}

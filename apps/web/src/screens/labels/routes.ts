import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { tenant } from '../../app/routes.ts'

const labels = createRoute({
  getParentRoute: () => tenant,
  path: '/labels',
  staticData: { permission: 'assets:read', texts: 'places' },
  validateSearch: ({ assets }: Record<string, unknown>): { readonly assets: string } => ({
    assets: typeof assets === 'string' ? assets : '',
  }),
  component: lazyRouteComponent(() => import('./labels.tsx'), 'Labels'),
})

/** The page of labels to print. */
export const labelRoutes = [labels] as const

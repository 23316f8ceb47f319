import type { QueryClient } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { requireToken, root, tenant } from './app/routes.ts'
import type { Part } from './i18n.ts'
import { showLanguage, usualLanguage } from './i18n.ts'
import { Crash } from './pages/crash.tsx'
import { ForgotPassword } from './pages/forgot-password.tsx'
import { SignIn } from './pages/sign-in.tsx'
import { SignOut } from './pages/sign-out.tsx'
import { SignUp } from './pages/sign-up.tsx'
import type { Needed } from './records/can.ts'
import { accountRoutes } from './screens/account/routes.ts'
import { assetModelRoutes } from './screens/asset-models/routes.ts'
import { assetRoutes } from './screens/assets/routes.ts'
import { configurationRoutes } from './screens/configuration/routes.ts'
import { configurationItemRoutes } from './screens/configuration-items/routes.ts'
import { educationRoutes } from './screens/education/routes.ts'
import { employmentRoutes } from './screens/employments/routes.ts'
import { issueRoutes } from './screens/issues/routes.ts'
import { labelRoutes } from './screens/labels/routes.ts'
import { locationRoutes } from './screens/locations/routes.ts'
import { operator, operatorRoutes } from './screens/operator/routes.ts'
import { peopleRoutes } from './screens/people/routes.ts'
import { projectRoutes } from './screens/projects/routes.ts'
import { repairRoutes } from './screens/repairs/routes.ts'
import { scanRoutes } from './screens/scan/routes.ts'
import { schoolRoutes } from './screens/schools/routes.ts'
import { settings, settingsRoutes } from './screens/settings/routes.ts'

interface SignInSearch {
  readonly next?: string
  readonly expired?: '1'
}

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: requireToken,
  component: lazyRouteComponent(() => import('./pages/start.tsx'), 'Start'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  component: SignIn,
  validateSearch: ({ next, expired }: Record<string, unknown>): SignInSearch => ({
    ...(typeof next === 'string' && { next }),
    ...(expired === '1' && { expired }),
  }),
})

const signUp = createRoute({ getParentRoute: () => root, path: '/signup', component: SignUp })
const signOut = createRoute({ getParentRoute: () => root, path: '/signout', component: SignOut })
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: ForgotPassword,
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./pages/reset-password.tsx'), 'ResetPassword'),
})
const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  component: lazyRouteComponent(() => import('./pages/verify-email.tsx'), 'VerifyEmail'),
})
const acceptInvitation = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  component: lazyRouteComponent(() => import('./pages/accept-invitation.tsx'), 'AcceptInvitation'),
})

/** Loads a page of the dashboard with its texts, which the pages before the sign-in do not need. */
async function withTexts<P>(page: Promise<P>): Promise<P> {
  await showLanguage(usualLanguage(), 'dashboard')
  return page
}

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: requireToken,
  component: lazyRouteComponent(() => withTexts(import('./pages/dashboard.tsx')), 'Dashboard'),
})

const account = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/you',
  beforeLoad: requireToken,
  component: lazyRouteComponent(() => withTexts(import('./pages/account.tsx')), 'Account'),
})

const ownAccount = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/account',
  beforeLoad: requireToken,
  component: lazyRouteComponent(() => withTexts(import('./screens/account/own-account.tsx')), 'OwnAccount'),
})

const newOrganisation = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/new-organisation',
  beforeLoad: requireToken,
  component: lazyRouteComponent(() => withTexts(import('./pages/new-organisation.tsx')), 'NewOrganisation'),
})

const issues = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/issues',
  beforeLoad: requireToken,
  component: lazyRouteComponent(() => withTexts(import('./pages/issues.tsx')), 'Issues'),
  validateSearch: ({ issue }: Record<string, unknown>): { readonly issue?: string } => ({
    ...(typeof issue === 'string' && { issue }),
  }),
})

/** The router. Search parameters are plain text, never JSON. */
export function makeRouter(queries: QueryClient) {
  return createRouter({
    routeTree: root.addChildren([
      start,
      signIn,
      signUp,
      signOut,
      forgotPassword,
      resetPassword,
      verifyEmail,
      acceptInvitation,
      dashboard,
      issues,
      account,
      ownAccount,
      newOrganisation,
      operator.addChildren([...operatorRoutes]),
      tenant.addChildren([
        ...assetRoutes,
        ...assetModelRoutes,
        ...repairRoutes,
        ...labelRoutes,
        ...issueRoutes,
        ...projectRoutes,
        ...locationRoutes,
        ...configurationItemRoutes,
        ...schoolRoutes,
        ...educationRoutes,
        ...employmentRoutes,
        ...peopleRoutes,
        ...scanRoutes,
        ...accountRoutes,
        settings.addChildren([...settingsRoutes, ...configurationRoutes]),
      ]),
    ]),
    context: { queries },
    defaultErrorComponent: Crash,
    // For another record, the screen is mounted again. The frame around it depends on the tenant alone, and stays.
    defaultRemountDeps: ({
      params: { tenant: _, ...record },
    }: {
      params: Readonly<Record<string, string>>
    }) => record,
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search: Record<string, string>) => {
      const text = new URLSearchParams(search).toString()
      return text === '' ? '' : `?${text}`
    },
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
  interface StaticDataRouteOption {
    /** The permission that the user needs, in at least one project, to see the screen. */
    permission?: Needed
    /** Texts that only the screen needs. */
    texts?: Part
  }
  /** State that a page passes to the next one without showing it in the address. */
  interface HistoryState {
    email?: string
    created?: boolean
  }
}

import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** Texts of the pages before the sign-in. All other pages load them in addition to their own. */
const entry = ['src/pages', 'src/ui', 'src/*.ts']

/** Further texts of the dashboard pages. */
const dashboard = [
  'src/account',
  'src/asset-register',
  'src/issues',
  'src/organisations/create-form.tsx',
  'src/organisations/first-organisation.tsx',
  'src/organisations/way-in.tsx',
  'src/pages/dashboard.tsx',
  'src/pages/new-organisation.tsx',
  'src/pages/account.tsx',
  'src/pages/issues.tsx',
  'src/ui/workspace.tsx',
  'src/ui/who-am-i.tsx',
  'src/ui/no-organisation.tsx',
]

/** Texts of the dashboard pages and of the application. */
const dashboardToo = ['src/screens/issues/unavailable-reasons.ts']

/** Texts of the settings, account and operator screens. The other screens do not load them. */
const settings = [
  'src/account/permission-words.ts',
  'src/quotas',
  'src/screens/account',
  'src/screens/configuration',
  'src/screens/operator',
  'src/screens/settings',
]

/**
 * Texts of the screens of schools, enrollments and employments. The page of a person shows the other files of these folders, so
 * those belong to the main catalog.
 */
const schools = [
  'src/screens/education/class-list.tsx',
  'src/screens/education/enrollment-moves.ts',
  'src/screens/education/enrollment-views.tsx',
  'src/screens/education/enrollment.tsx',
  'src/screens/education/enrollments.tsx',
  'src/screens/education/rollover.tsx',
  'src/screens/employments/assignment-form.tsx',
  'src/screens/employments/assignment-moves.ts',
  'src/screens/employments/assignment-types.tsx',
  'src/screens/employments/assignments.tsx',
  'src/screens/employments/employment-views.tsx',
  'src/screens/employments/employment.tsx',
  'src/screens/employments/employments.tsx',
  'src/screens/schools',
]

/** Texts of the board of issues and of the calendar of changes. Their routes name this part in `staticData.texts`. */
const issueViews = ['board', 'card-drag', 'change-calendar', 'further-statuses', 'lane', 'lanes'].map(
  (name) => `src/screens/issues/${name}.tsx`,
)

/** Texts of the configuration item screens. Their routes name this part in `staticData.texts`. */
const configurationItems = ['src/screens/configuration-items']

/** Texts of the screens of models, repairs, labels, locations and projects. Their routes name this part in `staticData.texts`. */
const places = [
  'src/screens/asset-models',
  'src/screens/labels/labels.tsx',
  'src/screens/locations',
  'src/screens/projects',
  'src/screens/repairs/repair-actions.tsx',
  'src/screens/repairs/repair-columns.tsx',
  'src/screens/repairs/repair-form.tsx',
  'src/screens/repairs/repair.tsx',
  'src/screens/repairs/repairs.tsx',
]

/** Texts of the scanner screens. Their routes name this part in `staticData.texts`. */
const scan = ['src/screens/scan']

/** Texts of the page of a person. Its route names this part in `staticData.texts`. */
const person = ['contacts', 'names', 'person', 'roles'].map((name) => `src/screens/people/${name}.tsx`)

/** Texts of the page of a person who leaves. */
const leaving = ['src/screens/leaving']

/** Texts of the actions on selected assets. */
const assetBulk = ['src/screens/assets/asset-bulk.tsx', 'src/screens/assets/ended-custody.tsx']

/** Texts of the command menu and the list of keys. */
const commands = ['src/commands']

/** Texts of refused requests, loaded with the first error answer. */
const refusals = ['src/refusals']

/** Names of shared records, which the service returns in English. Loaded for other languages. */
const sharedNames = ['src/shared-names']

/** Names of record members, loaded with the first history. */
const memberNames = ['src/member-names']

/** The texts of the application: English in the source, other languages in `src/locales`. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  fallbackLocales: { default: 'en' },
  catalogs: [
    { path: '<rootDir>/src/locales/entry/{locale}', include: entry, exclude: dashboard },
    { path: '<rootDir>/src/locales/dashboard/{locale}', include: [...dashboard, ...dashboardToo] },
    { path: '<rootDir>/src/locales/settings/{locale}', include: settings },
    { path: '<rootDir>/src/locales/schools/{locale}', include: schools },
    { path: '<rootDir>/src/locales/issue-views/{locale}', include: issueViews },
    { path: '<rootDir>/src/locales/configuration-items/{locale}', include: configurationItems },
    { path: '<rootDir>/src/locales/places/{locale}', include: places },
    { path: '<rootDir>/src/locales/scan/{locale}', include: scan },
    { path: '<rootDir>/src/locales/person/{locale}', include: person },
    { path: '<rootDir>/src/locales/leaving/{locale}', include: leaving },
    { path: '<rootDir>/src/locales/asset-bulk/{locale}', include: assetBulk },
    { path: '<rootDir>/src/locales/commands/{locale}', include: commands },
    { path: '<rootDir>/src/locales/refusals/{locale}', include: refusals },
    { path: '<rootDir>/src/locales/shared-names/{locale}', include: sharedNames },
    { path: '<rootDir>/src/locales/member-names/{locale}', include: memberNames },
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['src'],
      exclude: [
        ...entry,
        ...dashboard,
        ...settings,
        ...schools,
        ...issueViews,
        ...configurationItems,
        ...places,
        ...scan,
        ...person,
        ...leaving,
        ...assetBulk,
        ...commands,
        ...refusals,
        ...sharedNames,
        ...memberNames,
      ],
    },
  ],
  runtimeConfigModule: { Trans: ['#trans', 'Trans'] },
  format: formatter({ lineNumbers: false }),
})

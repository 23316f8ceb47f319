import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** What the pages before the sign-in show; the others load these texts besides their own. */
const entry = ['src/pages', 'src/ui', 'src/*.ts']

/** What the pages of the dashboard show besides. */
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

/** What is loaded with the settings, the account and the screens of operators; the other screens do without. */
const settings = [
  'src/screens/account',
  'src/screens/configuration',
  'src/screens/operator',
  'src/screens/settings',
]

/** What is loaded with the screens of schools and of their people; the page of a person shows the rest of these folders. */
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

/** What the screens of configuration items show, and no other; their routes name it. */
const configurationItems = ['src/screens/configuration-items']

/** What the screens of locations and of projects show, and no other; their routes name it. */
const places = ['src/screens/locations', 'src/screens/projects']

/** What the screens of a scanner show, and no other; their routes name it. */
const scan = ['src/screens/scan']

/** What the page of a person who leaves shows, and no other. */
const leaving = ['src/screens/leaving']

/** What the command menu and the list of keys show, and nothing else. */
const commands = ['src/commands']

/** What is loaded with the first refusal that the service answers. */
const refusals = ['src/refusals']

/** What the service itself names, for other languages than its own. */
const sharedNames = ['src/shared-names']

/** What members of records are called, loaded with the first history. */
const memberNames = ['src/member-names']

/** The texts of the application: English in the source, other languages in `src/locales`. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  fallbackLocales: { default: 'en' },
  catalogs: [
    { path: '<rootDir>/src/locales/entry/{locale}', include: entry, exclude: dashboard },
    { path: '<rootDir>/src/locales/dashboard/{locale}', include: dashboard },
    { path: '<rootDir>/src/locales/settings/{locale}', include: settings },
    { path: '<rootDir>/src/locales/schools/{locale}', include: schools },
    { path: '<rootDir>/src/locales/configuration-items/{locale}', include: configurationItems },
    { path: '<rootDir>/src/locales/places/{locale}', include: places },
    { path: '<rootDir>/src/locales/scan/{locale}', include: scan },
    { path: '<rootDir>/src/locales/leaving/{locale}', include: leaving },
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
        ...configurationItems,
        ...places,
        ...scan,
        ...leaving,
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

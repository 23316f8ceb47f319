import type { Page } from 'playwright-core'
import type { District, Viewer } from './district.ts'

/** A screen in a state that needs more than its address. */
export interface State {
  readonly name: string
  readonly at: string
  readonly as?: Viewer
  /** Opened in the organisation without records. */
  readonly isEmpty?: boolean
  /** Setup before the page is opened. */
  readonly before?: (page: Page) => Promise<unknown>
  /** Steps on the page before the picture is taken. */
  readonly after?: (page: Page, district: District) => Promise<unknown>
  /** HTTP error statuses that belong to the state: the browser logs them on its console, but they are not defects. */
  readonly answers?: readonly number[]
}

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const fails = (list: string) => (page: Page) =>
  page.route(
    (url) => url.pathname === list,
    (route) => route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' }, body: '' }),
  )

const hangs = (list: string) => (page: Page) =>
  page.route(
    (url) => url.pathname === list,
    () => new Promise(() => {}),
  )

const empty = (name: string, at: string): State => ({
  name: `empty: ${name}`,
  at: `/t/$tenant/${at}`,
  isEmpty: true,
})

const unknownId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

/** States of screens: empty, full, with an open menu or dialog, or with an error. */
export const states: readonly State[] = [
  empty('home', ''),
  empty('issues', 'issues'),
  empty('board', 'issues/board'),
  empty('assets', 'assets'),
  empty('people', 'people'),
  empty('locations', 'locations'),
  empty('configuration items', 'configuration-items'),
  empty('schools', 'schools'),
  empty('enrollments', 'school-enrollments'),
  empty('repairs', 'repairs'),
  empty('service accounts', 'settings/service-accounts'),
  {
    name: 'full: an issue beside the list',
    at: '/t/$tenant/issues?view=split',
    // The first row contains the column titles.
    after: (page) => page.getByRole('row').nth(3).getByRole('link').first().click(),
  },
  { name: 'full: keys', at: '/t/$tenant/issues', after: (page) => page.keyboard.press('?') },
  { name: 'full: new issue', at: '/t/$tenant/issues', after: press('New issue') },
  {
    name: 'full: several chosen',
    at: '/t/$tenant/assets',
    after: async (page) => {
      for (const at of [2, 3, 5]) await page.getByRole('row').nth(at).getByRole('checkbox').check()
    },
  },
  { name: 'full: register an asset', at: '/t/$tenant/assets', after: press('Register an asset') },
  {
    name: 'full: command menu',
    at: '/t/$tenant/assets',
    after: async (page) => {
      await press(/^Search or go to/)(page)
      await page.locator('.command-menu input:focus').waitFor()
      await page.keyboard.type('chrome')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'full: account menu',
    at: '/t/$tenant/people',
    after: press(/^Account:/),
  },
  {
    name: 'full: moves of an asset',
    at: '/t/$tenant/assets/$asset',
    after: press(/^More for/),
  },
  {
    name: 'full: a reader’s asset',
    at: '/t/$tenant/assets/$asset',
    as: 'reader',
  },
  { name: 'full: a reader’s home', at: '/t/$tenant', as: 'reader' },
  { name: 'full: invite people', at: '/t/$tenant/settings/members', after: press('Invite people') },
  { name: 'full: create an account', at: '/t/$tenant/settings/members', after: press('Create an account') },
  { name: 'full: new API key', at: '/t/$tenant/account', after: press('New API key') },
  {
    name: 'full: revoke an invitation',
    at: '/t/$tenant/settings/invitations',
    after: async (page) => {
      await press(/^More for/)(page)
      await page.getByRole('menuitem', { name: 'Revoke' }).click()
    },
  },
  { name: 'error: no result', at: '/t/$tenant/assets?q=zzzz' },
  {
    name: 'error: list that cannot be read',
    at: '/t/$tenant/assets',
    before: fails('/assets'),
    answers: [503],
  },
  { name: 'error: list that is awaited', at: '/t/$tenant/assets', before: hangs('/assets') },
  { name: 'error: filter that is refused', at: '/t/$tenant/assets?status=nonsense', answers: [422] },
  { name: 'error: record that is not there', at: `/t/$tenant/assets/${unknownId}`, answers: [404] },
  { name: 'error: organisation that is not there', at: '/t/nowhere-at-all/assets' },
  { name: 'error: page that is not there', at: '/nowhere' },
  { name: 'error: list for others', at: '/t/$tenant/settings/keys', as: 'teacher' },
  {
    name: 'error: form with errors',
    at: '/t/$tenant/people',
    after: async (page) => {
      await press('Register a person')(page)
      await page.getByRole('button', { name: 'Register', exact: true }).click()
    },
  },
  {
    name: 'error: offline',
    at: '/t/$tenant/people',
    after: async (page) => {
      await page.context().setOffline(true)
      await page
        .getByText(/offline/i)
        .first()
        .waitFor()
    },
  },
  { name: 'error: session expired', at: '/signin?expired=1', as: 'nobody' },
]
